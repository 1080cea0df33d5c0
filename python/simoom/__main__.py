"""python -m simoom: the command simoom."""

from ._native import main

main()
