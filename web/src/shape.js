// Dimensions of a file (volume, map, section or row of cells) and the field that is shown first.

/** Axes with a single cell, and the kind that follows: 'space', 'map' (one layer), 'section'
 * (one row of columns) or 'row'. Maps without heights count as 'space'. */
export function shapeOf(source) {
  const thin = [0, 1, 2].map((d) => source.n[d] === 1);
  const count = thin.filter(Boolean).length;
  const kind = count >= 2 ? 'row' : thin[2] ? 'map' : count === 1 ? 'section' : 'space';
  return {thin, kind, axis: thin[1] ? 1 : 0, along: Math.max(thin.indexOf(false), 0)};
}

/** Temperature of a reacting flow; undefined without heat release. */
export function burning(scalars) {
  const source = scalars.find((q) => q.field.name === 'heat_release')?.source;
  return scalars.find((q) => q.source === source && q.field.name === 'temperature');
}

/** Concentration of a transported substance: a field that is shown logarithmically. */
export function carried(scalars) {
  return scalars.find((q) => q.field.log && q.field.along === 'time') ?? scalars.find((q) => q.field.log);
}
