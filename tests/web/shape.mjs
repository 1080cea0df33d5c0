// Field that a page shows first, and the ends of its colour scales: functions without a page.
import assert from 'node:assert/strict';
import {pairs, usualWay} from '../../web/src/pairs.js';
import {decades, grow, linearEnds, niceAbove, quantile, valuesOf} from '../../web/src/range.js';
import {burning, carried, shapeOf} from '../../web/src/shape.js';

const kind = (...n) => shapeOf({n}).kind;
assert.deepEqual([kind(9, 9, 9), kind(9, 1, 9), kind(1, 9, 9), kind(9, 9, 1), kind(9, 1, 1), kind(1, 1, 9), kind(9, 9, 0)],
  ['space', 'section', 'section', 'map', 'row', 'row', 'space']);
assert.equal(shapeOf({n: [9, 1, 9]}).axis, 1);
assert.equal(shapeOf({n: [1, 9, 9]}).axis, 0);
assert.equal(shapeOf({n: [1, 1, 9]}).along, 2);

const of = (name, log = false, along = 'time', source = 1) => ({source, field: {name, log, along}});
assert.equal(burning([of('pressure'), of('temperature')]), undefined, 'warm air does not burn');
assert.equal(burning([of('temperature', false, 'time', 2), of('heat_release'), of('temperature')]).source, 1);
assert.equal(carried([of('dose', true, ''), of('smoke', true)]).field.name, 'smoke');
assert.equal(carried([of('tke')]), undefined);

const values = Float32Array.from({length: 101}, (_, i) => (i === 50 ? NaN : i));
assert.ok(Math.abs(quantile(values, 0.1) - 10) <= 1);
assert.ok(Number.isNaN(quantile(new Float32Array(3).fill(NaN), 0.5)));
assert.deepEqual(decades([-9, -8, -3.2], -3.2), [-7, -3], 'four decades');
assert.deepEqual(decades([-4.5, -4.1, -3.2], -3.2), [-5, -3], 'fewer where nothing is so low');
assert.deepEqual(decades([0.2, 3], 3), [0, 3]);
assert.deepEqual(decades([NaN], -30), [-34, -30]);
assert.deepEqual(decades([-3.3, -3.3], -3.3), [-4, -3], 'one at least');

assert.deepEqual(grow(null, [1, 2], false), [1, 2]);
assert.deepEqual(grow([0, 3], [1, 4], false), [0, 4]);
assert.deepEqual(grow([-34, -30], [-7, -3], true), [-7, -3], 'a time without any leaves nothing');
assert.deepEqual(grow([-7, -3], [-34, -30], true), [-7, -3]);
assert.deepEqual(grow([-9, -5], [-6, -2], true), [-6, -2], 'never more than four decades');

assert.deepEqual([niceAbove(0), niceAbove(1.2), niceAbove(0.071)].map((v) => Number(v.toPrecision(6))), [1, 1.5, 0.08]);
assert.deepEqual(valuesOf([[3, NaN, 0], [4, 1, -2], [7, 1, 5]], 0), [5, 2], 'horizontal wind speed, in air only');
assert.deepEqual(valuesOf([[3, NaN, 0], [4, 1, -2], [7, 1, 5]], 3), [7, 5]);
assert.deepEqual(valuesOf([[3, NaN, 0]], 5), [3, 0]);
const many = (...values) => values.flatMap((v) => Array(1001).fill(v)); // 0.1 % at either end does not count
assert.equal(linearEnds([], 0, {}), null);
assert.deepEqual(linearEnds(many(4, 1, 0), 0, {}), [0, 4]);
assert.deepEqual(linearEnds(many(9.5, 9, 9.2), 0, {}), [0, 15], 'an even wind is not all of the last colour');
assert.deepEqual(linearEnds(many(1, 2), 3, {}), [-2, 2], 'components are symmetric about 0');
assert.deepEqual(linearEnds(many(-1, 3), 5, {}), [-3, 3], 'so is a scalar of either sign');
assert.deepEqual(linearEnds(many(1, 2), 5, {signed: true}), [-2, 2]);
assert.deepEqual(linearEnds(many(0.1, 2), 5, {unit: 'kg'}), [0, 2]);
assert.deepEqual(linearEnds(many(300, 2000), 5, {unit: 'K'}), [200, 2000]);
assert.deepEqual(linearEnds(many(290, 300), 5, {unit: 'K'}), [290, 300]);

assert.deepEqual(pairs([5, 7, 9], [9, 5, 4]), [[0, 1], [1, -1], [2, 0], [-1, 2]], 'who stays, goes and comes');
assert.deepEqual(pairs([], []), []);
const at = (id, x) => ({id, place: [x, x.map(() => 0), x.map(() => 1)]});
assert.equal(usualWay(at([1, 2, 3], [0, 0, 0]), at([3, 2, 1, 8], [4, 2, 1, 90])), 2, 'the middle one, of those that stay');
assert.equal(usualWay(at([1], [0]), at([2], [0])), Infinity);
