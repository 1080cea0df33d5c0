// What a file is a picture of - a space, a plane or a row of cells - and what of it is seen first.

/** log10 of what is less than anything that is carried: blocks have 10^-30 where there is nothing. */
export const NOTHING = -29;

/** Axes along which there is one cell only, and what is left: 'space', 'map' (one layer), 'section'
 * (one row of columns) or 'row'. Axes of maps without heights count as a space. */
export function shapeOf(source) {
  const thin = [0, 1, 2].map((d) => source.n[d] === 1);
  const count = thin.filter(Boolean).length;
  const kind = count >= 2 ? 'row' : thin[2] ? 'map' : count === 1 ? 'section' : 'space';
  return {thin, kind, axis: thin[1] ? 1 : 0, along: Math.max(thin.indexOf(false), 0)};
}

/** Of what burns, the temperature. */
export function burning(scalars) {
  const source = scalars.find((q) => q.field.name === 'heat_release')?.source;
  return scalars.find((q) => q.source === source && q.field.name === 'temperature');
}

/** What is carried, by its concentration. */
export function carried(scalars) {
  return scalars.find((q) => q.field.log && q.field.along === 'time') ?? scalars.find((q) => q.field.log);
}

/** A value below which a part of the numbers is; NaN without any. */
export function quantile(values, part) {
  const every = Math.max(1, Math.floor(values.length / 20000)), some = [];
  for (let i = 0; i < values.length; i += every) if (values[i] === values[i]) some.push(values[i]);
  some.sort((a, b) => a - b);
  return some.length ? some[Math.floor(part * (some.length - 1))] : NaN;
}

/** Ends of the colours of logarithms: four decades below the largest, fewer where nothing is so low. */
export function decades(values, high) {
  const top = Math.ceil(high - 0.15), least = quantile(values, 0.001);
  return [Number.isNaN(least) ? top - 4 : Math.max(top - 4, Math.min(Math.floor(least), top - 1)), top];
}

/** Ends of the colours that other numbers make wider, so that times can be compared: of logarithms still four
 * decades at most, and nothing is left of a time when there was nothing. */
export function grow(before, [low, high], log) {
  if (!before || (log && before[1] < NOTHING)) return [low, high];
  const top = Math.max(before[1], high), bottom = Math.min(before[0], log && high < NOTHING ? Infinity : low);
  return [log ? Math.max(bottom, top - 4) : bottom, top];
}
