// Prisms on triangles: a layer of them coloured by a field, the bottom, and the outline.
import * as THREE from 'three';
import {block, whole} from './data.js';

export class Prisms {
  static async load(source) {
    const p = new Prisms();
    p.source = source;
    const read = async (name) => {
      const b = await block(source.index, name);
      return {value: b.value[0], low: b.low[0], high: b.high[0]};
    };
    const [x, y, bottom, surface] =
      [await read('node_x'), await read('node_y'), await read('bottom'), await read('surface')];
    p.nodes = (await block(source.index, 'face_nodes')).number;
    p.origin = [x.low, y.low, bottom.low];
    p.size = [x.high - x.low, y.high - y.low, Math.max(surface.high, bottom.high) - bottom.low];
    p.x = x.value;
    p.y = y.value;
    p.bottom = bottom.value;
    p.surface = surface.value.map((v) => v + surface.low - bottom.low);
    p.faces = p.nodes.length / 3;
    p.group = new THREE.Group();
    p.layerMesh = new THREE.Mesh(new THREE.BufferGeometry(),
      new THREE.MeshLambertMaterial({vertexColors: true, side: THREE.DoubleSide}));
    p.edges = new THREE.LineSegments(new THREE.BufferGeometry(),
      new THREE.LineBasicMaterial({color: 0x000000, transparent: true, opacity: 0.25}));
    p.bottomMesh = new THREE.Mesh(p.sheet((n) => p.bottom[n]), new THREE.MeshLambertMaterial(
      {color: 0xb8b4aa, side: THREE.DoubleSide}));
    p.outline = new THREE.LineSegments(p.outlineGeometry(),
      new THREE.LineBasicMaterial({color: 0x808080, transparent: true, opacity: 0.6}));
    p.group.add(p.layerMesh, p.edges, p.bottomMesh, p.outline);
    return p;
  }

  height(n, sigma) { return this.bottom[n] + sigma * (this.surface[n] - this.bottom[n]); }

  /** The middle of a triangle at a part of the way from the bottom to the surface. */
  middle(face, sigma) {
    const nodes = [0, 1, 2].map((c) => this.nodes[3 * face + c]);
    return [(n) => this.x[n], (n) => this.y[n], (n) => this.height(n, sigma)].map((of) =>
      nodes.reduce((sum, n) => sum + of(n), 0) / 3);
  }

  sheet(z) {
    const position = new Float32Array(9 * this.faces);
    for (let c = 0; c < 3 * this.faces; c++) {
      const n = this.nodes[c];
      position.set([this.x[n], this.y[n], z(n)], 3 * c);
    }
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(position, 3));
    geometry.computeVertexNormals();
    return geometry;
  }

  /** Edges that one triangle has: the outline, at the bottom, at the surface and upright. */
  outlineGeometry() {
    const seen = new Map();
    for (let f = 0; f < this.faces; f++)
      for (let e = 0; e < 3; e++) {
        const a = this.nodes[3 * f + e], b = this.nodes[3 * f + (e + 1) % 3];
        const key = a < b ? a * 4294967 + b : b * 4294967 + a;
        seen.set(key, seen.has(key) ? null : [a, b]);
      }
    const position = [];
    for (const pair of seen.values()) {
      if (!pair) continue;
      for (const z of [this.bottom, this.surface])
        for (const n of pair) position.push(this.x[n], this.y[n], z[n]);
    }
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.Float32BufferAttribute(position, 3));
    return geometry;
  }

  /** Numbers of a field in a layer; NaN where there are none. */
  async values(name, layer) {
    return whole(copy(await block(this.source.index, name, layer)));
  }

  /** Shows a layer: data of values(), colour(part) to r, g, b of 0 .. 1. */
  show(layer, data, range, colour) {
    const sigma = this.source.sigma;
    const middle = 0.5 * (sigma[layer] + sigma[layer + 1]);
    const geometry = this.sheet((n) => this.height(n, middle));
    const colours = new Float32Array(9 * this.faces), rgb = new THREE.Color();
    for (let f = 0; f < this.faces; f++) {
      const [r, g, b] = colour((data.value[0][f] - range[0]) / (range[1] - range[0] || 1));
      rgb.setRGB(r / 255, g / 255, b / 255, THREE.SRGBColorSpace);
      for (let c = 0; c < 3; c++) colours.set([rgb.r, rgb.g, rgb.b], 9 * f + 3 * c);
    }
    geometry.setAttribute('color', new THREE.BufferAttribute(colours, 3));
    this.layerMesh.geometry.dispose();
    this.layerMesh.geometry = geometry;
    this.current = {data, middle};
    const lines = [];
    for (let f = 0; f < this.faces; f++)
      for (let e = 0; e < 3; e++)
        for (const n of [this.nodes[3 * f + e], this.nodes[3 * f + (e + 1) % 3]])
          lines.push(this.x[n], this.y[n], this.height(n, middle) + 0.0006 * this.size[0]);
    this.edges.geometry.dispose();
    this.edges.geometry = new THREE.BufferGeometry();
    this.edges.geometry.setAttribute('position', new THREE.Float32BufferAttribute(lines, 3));
  }
}

function copy(data) { return {...data, value: data.value.map((v) => v.slice())}; }
