import { Fault } from '../fault.js';
import type { RestShape } from './rest-shape.js';

interface Entry {
  readonly shape: RestShape;
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

export interface RestMatch {
  readonly shape: RestShape;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the operation for a method and a path, or says by a fault why there is none. */
export function restRouter(shapes: readonly RestShape[]): (method: string, path: string) => RestMatch {
  // Custom verbs (`{id}:validate`) are more specific than the plain id before them.
  const verbsFirst = (a: RestShape, b: RestShape) =>
    Number(b.rest.path.includes('}:')) - Number(a.rest.path.includes('}:'));
  const entries = [...shapes].sort(verbsFirst).map(compile);
  return (method, path) => {
    const fitting = entries.filter(({ pattern }) => pattern.test(path));
    const entry = fitting.find(({ shape }) => shape.rest.method === method);
    if (entry !== undefined) return matched(entry, path);
    if (fitting.length === 0) throw new Fault('NotFound', 'Nothing is served at this path.');
    const allowed = [...new Set(fitting.map(({ shape }) => shape.rest.method))].join(', ');
    throw new Fault('MethodNotAllowed', `${method} is not possible here; use ${allowed}.`);
  };
}

function compile(shape: RestShape): Entry {
  const names: string[] = [];
  const pattern = shape.rest.path.replace(/[.*+?^$()|[\]\\]|\{(\w+)\}/g, (found, name?: string) => {
    if (name === undefined) return `\\${found}`;
    names.push(name);
    return '([^/]+?)';
  });
  return { shape, pattern: new RegExp(`^${pattern}$`), names };
}

function matched({ shape, pattern, names }: Entry, path: string): RestMatch {
  const values = (pattern.exec(path) ?? []).slice(1).map(decoded);
  return { shape, params: Object.fromEntries(names.map((name, at) => [name, values[at] ?? ''])) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Fault('BadRequest', 'The path is not properly encoded.');
  }
}
