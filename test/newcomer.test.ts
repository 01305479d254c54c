/**
 * What a newcomer does, done in a copy of the sources: one file and one line for an operation of each system. Tool, route,
 * command, typed client and reference pages are there without a line more.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** The room of a new kind of equipment, made of that of contracts: markets, in files, columns and tables of their own. */
function marketsRoom(): Readonly<Record<string, string>> {
  const room = join(copy, 'packages/cobre/src/equipment/contracts');
  const own: readonly [string, string][] = [
    ['energyContracts', 'marketFile'],
    ['energy_contracts', 'markets'],
    ['contract', 'market'],
    ['Contract', 'Market'],
    // What a code and places are is said by the interface: the next that nobody has.
    ['code: 5', 'code: 90'],
    [
      'places: { file: 7, stage: 4, question: 5, table: 6 }',
      'places: { file: 90, stage: 90, question: 90, table: 90 }',
    ],
    ['place: 2,', 'place: 90,'],
    ['  idleIn05: true,\n', `  example: ${JSON.stringify(market)},\n`],
  ];
  const renamed = (text: string): string => own.reduce((said, [word, other]) => said.replaceAll(word, other), text);
  return Object.fromEntries(readdirSync(room).map((name) => [name, renamed(readFileSync(join(room, name), 'utf8'))]));
}

const market = { name: 'Spot', bus_id: 0, type: 'import', price_per_mwh: 1, limits: { min_mw: 0, max_mw: 2 } };

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

test('an equipment of cobre is a folder and a line: read, solved, told and asked for', () => {
  const equipment = 'packages/cobre/src/equipment';
  const line = "export { markets } from './markets/index.js';";
  for (const [name, text] of Object.entries(marketsRoom()))
    addFileAndLine(
      copy,
      `${equipment}/markets/${name}`,
      text,
      `${equipment}/index.ts`,
      name === 'index.ts' ? line : '',
    );
  expect(compiled(copy, `${equipment}/index.ts`)).toBe('');
  const study = join(copy, 'study');
  const output = join(study, 'output');
  runSource(copy, bin('cobre'), 'init', study, '--template', 'every-part');
  expect(readFileSync(join(study, 'system/markets.json'), 'utf8')).toContain('Spot');
  runSource(copy, bin('cobre'), 'run', study, '--quiet');
  const asked = runSource(copy, bin('cobre'), 'query', output, 'markets', '--json');
  const { columns, rows } = JSON.parse(asked) as { columns: string[]; rows: number[][] };
  const [power, energy, cost] = ['power_mw', 'energy_mwh', 'total_cost'].map((name) => columns.indexOf(name));
  expect(rows.length).toBeGreaterThan(0);
  // At 1 $/MWh it is cheaper than everything else that the example has, so all of its 2 MW are always bought.
  for (const row of rows) {
    expect(row[power!]).toBeCloseTo(2, 6);
    expect(row[cost!]).toBeCloseTo(row[energy!]!, 6);
  }
});

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
