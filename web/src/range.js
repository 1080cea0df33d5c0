// Ranges of colour scales, from the values that are shown.

/** log10 of the lowest positive concentration: pages write a concentration of 0 as 10^-30 (output/view/block.c). */
export const NOTHING = -29;

/** A number not below x of the form 1, 2, 5 ... times a power of ten. */
export function niceAbove(x) {
  if (!(x > 0)) return 1;
  const ten = 10 ** Math.floor(Math.log10(x));
  return [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((s) => s * ten >= x * (1 - 1e-9)) * ten;
}

/** A number not above x > 0 of the form 1, 2, 5 times a power of ten. */
export function niceBelow(x) {
  const ten = 10 ** Math.floor(Math.log10(x));
  return [5, 2, 1].find((s) => s * ten <= x * (1 + 1e-9)) * ten;
}

/** Quantile of the numbers, from a sample of them; NaN without any. */
export function quantile(values, part) {
  const every = Math.max(1, Math.floor(values.length / 20000)), some = [];
  for (let i = 0; i < values.length; i += every) if (values[i] === values[i]) some.push(values[i]);
  some.sort((a, b) => a - b);
  return some.length ? some[Math.floor(part * (some.length - 1))] : NaN;
}

/** Ends of a logarithmic colour scale: four decades below the largest value, fewer where no value is so low. */
export function decades(values, high) {
  const top = Math.ceil(high - 0.15), least = quantile(values, 0.001);
  return [Number.isNaN(least) ? top - 4 : Math.max(top - 4, Math.min(Math.floor(least), top - 1)), top];
}

/** Ends of a colour scale, widened by those of another time, so that times can be compared. A logarithmic scale
 * keeps four decades at most; a time without any concentration does not count. */
export function grow(before, [low, high], log) {
  if (!before || (log && before[1] < NOTHING)) return [low, high];
  const top = Math.max(before[1], high), bottom = Math.min(before[0], log && high < NOTHING ? Infinity : low);
  return [log ? Math.max(bottom, top - 4) : bottom, top];
}

/** Values of a sample of cells, whose components are arrays of equal length. Quantity 0: wind speed, 1 to 3:
 * its components, 5: a scalar. */
export function valuesOf(components, quantity) {
  const count = components[0].length, every = Math.max(1, Math.floor(count / 60000)), out = [];
  for (let i = 0; i < count; i += every) {
    if (components[0][i] !== components[0][i]) continue;
    const v = components.map((c) => c[i]);
    out.push(quantity === 5 ? v[0] : quantity === 0 ? Math.hypot(v[0], v[1]) : v[quantity - 1]);
  }
  return out;
}

/** Ends of a linear colour scale: from 0, symmetric about 0, or of the values, without 0.1 % of them at either
 * end; null without values. */
export function linearEnds(values, quantity, field) {
  if (values.length === 0) return null;
  values.sort((a, b) => a - b);
  const low = values[Math.floor(0.001 * (values.length - 1))];
  const high = values[Math.floor(0.999 * (values.length - 1))];
  if (quantity === 0) return [0, niceAbove(low > 0.7 * high ? 1.1 * high : high)]; // not all of the last colour
  if ((quantity >= 1 && quantity <= 3) || field?.signed || (low < 0 && high > 0)) {
    const most = niceAbove(Math.max(Math.abs(low), Math.abs(high)));
    return [-most, most];
  }
  if (low >= 0 && low < 0.3 * high) { // of a temperature not from 0
    const top = niceAbove(high);
    return [field.unit === 'K' ? Math.floor(10 * low / top) * top / 10 : 0, top];
  }
  return [low, high > low ? high : low + 1e-9];
}
