// Slices through a field: at a height above the ground, and vertical ones.
import * as THREE from 'three';
import {SAMPLE, setUniforms} from './grid.js';

const vertex = /* glsl */`
  varying vec3 p;
  void main() {
    p = position;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }`;
const fragment = SAMPLE + /* glsl */`
  uniform sampler2D colours, flatField;
  uniform bool isFlat;
  uniform int quantity; // 0 speed, 1..3 components, 4 direction, 5 a field of one number
  uniform float most, opacity, turn;
  uniform sampler2D houses; // 1 where there is a house
  uniform vec4 hole, built; // built: of the map of houses the south-west corner, and the extent
  // hole: x and y where finer cells are shown
  uniform vec2 ends, range; // of the field's numbers; of the colours
  varying vec3 p;
  void main() {
    if (p.z < low.z || p.z > high.z) discard;
    if (all(greaterThan(p.xy, hole.xy)) && all(lessThan(p.xy, hole.zw))) discard;
    vec4 v = isFlat ? texture(flatField, (p.xy - low.xy) / extent) : texture(field, place(p));
    float mask = quantity == 5 ? v.g : v.a;
    if (mask < 0.25) discard;
    vec3 wind = v.xyz / mask * most;
    float value = quantity == 0 ? length(wind.xy) : quantity == 1 ? wind.x : quantity == 2 ? wind.y :
      quantity == 3 ? wind.z : ends.x + v.r / mask * (ends.y - ends.x);
    float part = (value - range.x) / (range.y - range.x);
    if (quantity == 4) part = fract((atan(-wind.x, -wind.y) + turn) / 6.28318531);
    vec3 colour = texture(colours, vec2(quantity == 4 ? part : clamp(part, 0.002, 0.998), 0.5)).rgb;
    float house = isFlat && built.z > 0.0 ? texture(houses, (p.xy - built.xy) / built.zw).r : 0.0;
    gl_FragColor = vec4(colour, opacity * (1.0 - 0.7 * house)); // houses below a slice are seen through it
  }`;

export class Slice {
  constructor() {
    this.mesh = new THREE.Mesh(new THREE.BufferGeometry());
    this.mesh.visible = false;
    this.mesh.renderOrder = 2;
    this.mesh.frustumCulled = false;
    this.hole = new THREE.Vector4(0, 0, 0, 0);
  }

  /** New cells, field or colours. what: {cells, data, quantity, range, colours, opacity, turn}. */
  set(what) {
    const uniforms = {...what.cells.uniforms(), field: {value: what.data.texture},
      flatField: {value: what.flat ?? null}, isFlat: {value: Boolean(what.flat)},
      colours: {value: what.colours}, quantity: {value: what.quantity},
      most: {value: what.data.most ?? 1}, opacity: {value: what.opacity},
      turn: {value: what.turn ?? 0}, hole: {value: this.hole},
      houses: {value: what.houses ?? null}, built: {value: what.built ?? new THREE.Vector4()},
      ends: {value: new THREE.Vector2(what.data.low ?? 0, what.data.high ?? 1)},
      range: {value: new THREE.Vector2(...what.range)}};
    if (!this.mesh.material.isShaderMaterial)
      this.mesh.material = new THREE.ShaderMaterial({vertexShader: vertex, fragmentShader: fragment,
        transparent: true, side: THREE.DoubleSide, uniforms, polygonOffset: true,
        polygonOffsetFactor: -1, polygonOffsetUnits: -2});
    else setUniforms(this.mesh.material, uniforms);
  }

  place(geometry) {
    this.mesh.geometry.dispose();
    this.mesh.geometry = geometry;
  }
}

/** An upright plane of the cells: axis 0 at an x, 1 at a y. */
export function upright(cells, axis, at) {
  const {low, high} = cells, p = [];
  const corner = (along, z) => (axis === 0 ? [at, along, z] : [along, at, z]);
  const a = low[1 - axis], b = high[1 - axis];
  for (const [s, z] of [[a, low[2]], [b, low[2]], [b, high[2]], [a, low[2]], [b, high[2]],
    [a, high[2]]]) p.push(...corner(s, z));
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(p, 3));
  return geometry;
}
