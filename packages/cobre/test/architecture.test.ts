import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runtimeKinds, serviceKinds, validationKinds } from '../src/faults.js';

const source = join(import.meta.dirname, '../src');
const engine = ['case', 'validation', 'stochastic', 'lp', 'stage', 'sddp', 'simulation', 'results'];
const server = ['operations', 'resources', 'prompts'];

function filesOf(...parts: readonly string[]): { readonly path: string; readonly text: string }[] {
  return parts.flatMap((part) =>
    readdirSync(join(source, part), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => ({ path: relative(source, path), text: readFileSync(path, 'utf8') })),
  );
}

const importing = (what: RegExp, ...parts: readonly string[]) =>
  filesOf(...parts)
    .filter(({ text }) => what.test(text))
    .map(({ path }) => path);

describe('who does what', () => {
  test('the engine knows nothing of MCP: it imports no protocol, no tool, no resource and no prompt', () => {
    expect(importing(/from '@modelcontextprotocol|from '@quadrivium\/kernel'/, ...engine)).toEqual([]);
    expect(importing(/from '(?:\.\.\/)+(?:service|tools|resources|prompts|server|cli|bin)/, ...engine)).toEqual([]);
  });

  test('tools, resources and prompts compute nothing and touch no file: they ask the service layer', () => {
    expect(importing(/from '(?:\.\.\/)+(?:lp|stage|sddp|simulation|stochastic)\//, ...server)).toEqual([]);
    expect(importing(/from 'node:(?:fs|fs\/promises|child_process|worker_threads)'/, ...server)).toEqual([]);
  });

  test('the engine is a library: nothing starts a process, and nothing speaks a message-passing protocol', () => {
    expect(importing(/child_process|from '(?:mpi|zeromq|grpc)/, ...engine, ...server, 'service', 'query')).toEqual([]);
  });
});

test('every kind of error this package gives is in its registry', () => {
  const known = new Set<string>([...validationKinds, ...runtimeKinds, ...serviceKinds]);
  // What the solvers say among themselves is for programmers: it tells that a problem was built wrongly.
  const reported = filesOf('.').filter(({ path }) => !path.startsWith('lp/'));
  const used = reported.flatMap(({ path, text }) =>
    [...text.matchAll(/new Fault(?:<[^>]*>)?\(\s*'([A-Za-z]+)'/g)].map(([, kind = '']) => ({ path, kind })),
  );
  expect(used.length).toBeGreaterThan(20);
  expect(used.filter(({ kind }) => !known.has(kind))).toEqual([]);
});
