/**
 * What a newcomer does, done in a copy of the sources: one file and one line for an operation of each system. Tool, route,
 * command, typed client and reference pages are there without a line more.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '@quadrivium/kernel/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFileAndLine, compiled, copyOfSources, runSource } from './support/newcomers-copy.js';

const greeting = (maker: string, name: string): string => `import * as z from 'zod';
import { operation } from './operation.js';

export const ${maker} = operation({
  name: '${name}',
  title: 'Greet a guest',
  description: 'Says hello to somebody.',
  effect: 'read',
  input: z.strictObject({ guest: z.string().min(1), words: z.string().default('Hello') }),
  output: z.strictObject({ greeting: z.string() }),
  run: ({ guest, words }) => ({ greeting: \`\${words} \${guest}\` }),
});
`;

const greetingOfPortarium = `import * as z from 'zod';
import { define } from './define.js';

export const greetGuest = define({
  name: 'portarium_guest_greet',
  title: 'Greet a guest',
  description: 'Says hello to somebody.',
  effect: 'read',
  needs: 'run:read',
  tool: { input: z.strictObject({ workspaceId: z.string(), guestId: z.string() }) },
  input: { guestId: z.string().min(1) },
  output: z.looseObject({ greeting: z.string() }),
  rest: { method: 'GET', path: '/guests/{guestId}/greeting', tag: 'Guests' },
  run: (_deps, _caller, { guestId }) => ({ greeting: \`Hello \${guestId}\` }),
});
`;

const probe = `import { httpClient } from '../../portarium/src/client/http-client.js';
import { greetGuest } from '../../portarium/src/operations/index.js';
import { career, cobre } from './wire/operations.js';

export async function greetings(): Promise<readonly string[]> {
  const portarium = httpClient({ baseUrl: '', token: '' });
  const fromCareer = await career('greet_guest', { guest: 'Mia' });
  const fromCobre = await cobre('cobre/greet-guest', { guest: 'Mia', words: 'Hi' });
  const fromPortarium = await portarium.call(greetGuest, { workspaceId: 'w', guestId: 'mia' });
  // @ts-expect-error: nobody is greeted without a name
  await career('greet_guest', { words: 'Hi' });
  // @ts-expect-error: a number is no name
  await cobre('cobre/greet-guest', { guest: 7 });
  // @ts-expect-error: a guest is missing
  await portarium.call(greetGuest, { workspaceId: 'w' });
  return [fromCareer.greeting, fromCobre.greeting, fromPortarium.greeting];
}
`;

let copy = '';
beforeAll(() => {
  copy = copyOfSources();
  const line = "export { greetGuest } from './greet-guest.js';";
  const texts = {
    career: greeting('greetGuest', 'greet_guest'),
    cobre: greeting('greetGuest', 'cobre/greet-guest'),
    portarium: greetingOfPortarium,
  };
  for (const [system, text] of Object.entries(texts)) {
    const operations = `packages/${system}/src/operations`;
    addFileAndLine(copy, `${operations}/greet-guest.ts`, text, `${operations}/index.ts`, line);
  }
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const bin = (system: string, name = system): string => `packages/${system}/src/bin/${name}.ts`;

test.each([
  ['career', 'career-mcp', 'greet_guest', ['--db', ':memory:']],
  ['cobre', 'cobre-mcp', 'cobre/greet-guest', []],
])('a tool of %s', async (system, program, name, flags) => {
  const args = ['--conditions=quadrivium-source', '--import', 'tsx', join(copy, bin(system, program)), ...flags];
  const client = await connect({ type: 'stdio', command: process.execPath, args, cwd: copy });
  expect((await client.tools()).tools.map((tool) => tool.name)).toContain(name);
  expect((await client.callTool(name, { guest: 'Mia' })).structuredContent).toEqual({ greeting: 'Hello Mia' });
  await client.close();
});

test('a command of career, of cobre and of portarium', () => {
  const hello = { greeting: 'Hello Mia' };
  expect(JSON.parse(runSource(copy, bin('career'), '--db', ':memory:', 'greet-guest', 'Mia', '--json'))).toEqual(hello);
  expect(JSON.parse(runSource(copy, bin('cobre'), 'greet-guest', 'Mia', '--json'))).toEqual(hello);
  const db = ['--db', join(copy, 'portarium.db')];
  runSource(copy, bin('portarium'), ...db, 'init');
  expect(JSON.parse(runSource(copy, bin('portarium'), ...db, 'guest', 'greet', 'Mia', '--json'))).toEqual(hello);
});

test('a page of the reference for each, and the route of portarium', () => {
  runSource(copy, 'scripts/docs.ts');
  const page = (name: string): string => readFileSync(join(copy, 'docs/reference', `${name}.md`), 'utf8');
  for (const [name, tool] of Object.entries({ 'career-mcp': 'greet_guest', 'cobre-mcp': 'cobre/greet-guest' }))
    expect(page(name)).toContain(`### \`${tool}\`\n\nSays hello to somebody.`);
  expect(page('portarium-mcp')).toContain('### `portarium_guest_greet`');
  expect(page('portarium-rest')).toContain('/v1/workspaces/{workspaceId}/guests/{guestId}/greeting');
});

test('a typed call of each, by which the compiler knows what it takes and answers', () => {
  writeFileSync(join(copy, 'packages/console/src/probe.ts'), probe);
  expect(compiled(copy, 'packages/console/src/probe.ts')).toBe('');
});
