// Typesets the equations of the documentation site: elements of the classes equation and formula hold TeX (scripts/site_math.py).
import katex from 'katex';
import 'katex/dist/katex.css';

export const render = (tex, displayMode) => katex.renderToString(tex, {displayMode, throwOnError: true, strict: 'error'});

if (typeof document !== 'undefined') document.addEventListener('DOMContentLoaded', () => {
  for (const element of document.querySelectorAll('.equation, .formula'))
    element.innerHTML = render(element.textContent, element.classList.contains('equation'));
});
