import { portariumFault } from '../faults.js';
import { httpFault } from './problem.js';
import type { Route } from './route.js';

interface Entry {
  readonly route: Route;
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

export interface Match {
  readonly route: Route;
  readonly workspaceId: string;
  readonly params: Readonly<Record<string, string>>;
}

export const workspacePrefix = '/v1/workspaces/{workspaceId}';

/** Finds the route for a method and a path, or says by a fault why there is none. */
export function createRouter(routes: readonly Route[]): (method: string, path: string) => Match {
  // Custom verbs (`{id}:validate`) are more specific than the plain id before them.
  const entries = [...routes]
    .sort((a, b) => Number(b.path.includes('}:')) - Number(a.path.includes('}:')))
    .map(compile);
  return (method, path) => {
    const fitting = entries.filter(({ pattern }) => pattern.test(path));
    const entry = fitting.find(({ route }) => route.method === method);
    if (entry !== undefined) return matched(entry, path);
    if (fitting.length === 0) throw portariumFault('NotFound', 'Nothing is served at this path.');
    const allowed = [...new Set(fitting.map(({ route }) => route.method))].join(', ');
    throw httpFault('MethodNotAllowed', `${method} is not possible here; use ${allowed}.`);
  };
}

function compile(route: Route): Entry {
  const names: string[] = [];
  const pattern = `${workspacePrefix}${route.path}`.replace(/[.*+?^$()|[\]\\]|\{(\w+)\}/g, (found, name?: string) => {
    if (name === undefined) return `\\${found}`;
    names.push(name);
    return '([^/]+?)';
  });
  return { route, pattern: new RegExp(`^${pattern}$`), names };
}

function matched({ route, pattern, names }: Entry, path: string): Match {
  const values = (pattern.exec(path) ?? []).slice(1).map(decoded);
  const { workspaceId = '', ...params } = Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']));
  return { route, workspaceId, params };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw httpFault('BadRequest', 'The path is not properly encoded.');
  }
}
