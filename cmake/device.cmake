# The back ends: cpu.c once per instruction set (chosen at start), cuda.cu where nvcc is.
