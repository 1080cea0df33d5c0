// A field of one number as a cloud, or as the surface on which it has a value: rays through a box.
import * as THREE from 'three';
import {SAMPLE, setUniforms} from './grid.js';

const vertex = /* glsl */`
  varying vec3 p;
  void main() {
    p = position;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }`;
const fragment = SAMPLE + /* glsl */`
  uniform sampler2D colours, ground;
  uniform vec3 eye, light;
  uniform vec4 groundBox;
  uniform vec2 range, ends; // of the colours; of the field's numbers
  uniform float across, density, faint, level, hasGround, dark;
  uniform int surface, steps;
  varying vec3 p;
  float valueAt(vec3 q) {
    vec2 v = texture(field, place(q)).rg;
    return v.g < 0.02 ? -1e30 : ends.x + v.r / v.g * (ends.y - ends.x);
  }
  float smoothAt(vec3 q) { // what is solid counts as nothing
    vec2 v = texture(field, place(q)).rg;
    return ends.x + v.r * (ends.y - ends.x);
  }
  bool isBelow(vec3 q) {
    if (hasGround < 0.5) return false;
    return q.z < texture(ground, (q.xy - groundBox.xy) / groundBox.zw).r - 0.3 * (high.z - low.z) / float(steps);
  }
  void main() {
    vec3 way = normalize(p - eye);
    vec3 near = (low - eye) / way, far = (high - eye) / way;
    vec3 first = min(near, far), last = max(near, far);
    float t0 = max(max(max(first.x, first.y), first.z), 0.0);
    float t1 = min(min(last.x, last.y), last.z);
    if (t1 <= t0) discard;
    vec3 size = high - low;
    float step = length(size * way / max(length(way), 1e-9)) / float(steps);
    step = max((t1 - t0) / float(steps), 0.35 * length(size) / float(steps) * 0.6);
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    vec4 sum = vec4(0.0);
    float t = t0 + step * (surface == 1 ? 0.5 : noise);
    for (int n = 0; n < 400; n++) {
      if (n >= steps || t > t1) break;
      vec3 q = eye + way * t;
      if (isBelow(q)) break;
      float v = valueAt(q);
      if (surface == 1 && v >= level) {
        float a = t - step, b = t;
        for (int h = 0; h < 5; h++) {
          float m = 0.5 * (a + b);
          if (valueAt(eye + way * m) >= level) b = m; else a = m;
        }
        q = eye + way * b;
        vec3 d = vec3(extent / vec2(textureSize(field, 0).xy), size.z / float(textureSize(field, 0).z));
        vec3 slope = vec3(smoothAt(q + vec3(d.x, 0, 0)) - smoothAt(q - vec3(d.x, 0, 0)),
          smoothAt(q + vec3(0, d.y, 0)) - smoothAt(q - vec3(0, d.y, 0)),
          smoothAt(q + vec3(0, 0, d.z)) - smoothAt(q - vec3(0, 0, d.z))) / d;
        vec3 normal = -slope / max(length(slope), 1e-12);
        float lit = 0.55 + 0.45 * max(dot(normal, light), 0.0) + 0.1 * normal.z;
        float rim = pow(1.0 - abs(dot(normal, way)), 2.0);
        float part = clamp((level - range.x) / (range.y - range.x), 0.0, 1.0);
        vec3 colour = texture(colours, vec2(part, 0.5)).rgb * lit;
        sum = vec4(colour, 1.0) * mix(0.72, 0.95, rim);
        break;
      }
      if (surface == 0 && v > range.x) {
        float part = clamp((v - range.x) / (range.y - range.x), 0.0, 1.0);
        float a = 1.0 - exp(-density * (faint + part * part) * step / across * 90.0);
        vec3 colour = texture(colours, vec2(part, 0.5)).rgb;
        sum += (1.0 - sum.a) * vec4(colour * a, a);
        if (sum.a > 0.97) break;
      }
      t += step;
    }
    if (sum.a < 0.004) discard;
    gl_FragColor = sum;
  }`;

export class Volume {
  constructor() {
    this.mesh = new THREE.Mesh(new THREE.BufferGeometry());
    this.mesh.visible = false;
    this.mesh.renderOrder = 5;
    this.mesh.frustumCulled = false;
    this.mesh.onBeforeRender = (renderer, scene, camera) => {
      const eye = this.mesh.material.uniforms?.eye;
      const steps = this.mesh.material.uniforms?.steps;
      if (steps) steps.value = Math.round(this.steps * (this.pace?.steps ?? 1));
      if (eye) eye.value.copy(camera.position).applyMatrix4(this.inverse.copy(this.mesh.matrixWorld).invert());
    };
    this.inverse = new THREE.Matrix4();
  }

  /** what: {cells, data, range, colours, density, faint, level, surface, ground, steps,
   * across: m, the way through all cells for which the density is meant}. */
  set(what) {
    const {cells, data, ground} = what;
    this.steps = what.steps;
    const old = this.mesh.material.uniforms;
    const uniforms = {...cells.uniforms(), field: {value: data.texture},
      colours: {value: what.colours}, eye: old?.eye ?? {value: new THREE.Vector3()},
      light: {value: new THREE.Vector3(-0.5, -0.35, 0.8).normalize()},
      ends: {value: new THREE.Vector2(data.low, data.high)},
      range: {value: new THREE.Vector2(...what.range)}, across: {value: what.across}, density: {value: what.density}, faint: {value: what.faint},
      level: {value: what.level}, surface: {value: what.surface ? 1 : 0},
      steps: {value: what.steps}, dark: {value: 0},
      ground: {value: ground?.texture ?? null}, hasGround: {value: ground ? 1 : 0},
      groundBox: {value: ground ? new THREE.Vector4(...ground.low, ground.nx * ground.step[0],
        ground.ny * ground.step[1]) : new THREE.Vector4(0, 0, 1, 1)}};
    if (!this.mesh.material.isShaderMaterial)
      this.mesh.material = new THREE.ShaderMaterial({vertexShader: vertex, fragmentShader: fragment,
        transparent: true, side: THREE.BackSide, depthWrite: false, depthTest: false, uniforms,
        premultipliedAlpha: true, blending: THREE.CustomBlending, blendSrc: THREE.OneFactor,
        blendDst: THREE.OneMinusSrcAlphaFactor, blendSrcAlpha: THREE.OneFactor,
        blendDstAlpha: THREE.OneMinusSrcAlphaFactor});
    else setUniforms(this.mesh.material, uniforms);
    if (this.cells !== cells) {
      this.cells = cells;
      const size = cells.high.map((h, d) => h - cells.low[d]);
      const box = new THREE.BoxGeometry(...size);
      box.translate(...cells.low.map((l, d) => l + size[d] / 2));
      this.mesh.geometry.dispose();
      this.mesh.geometry = box;
    }
  }
}
