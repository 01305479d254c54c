import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { type Connection, connect, type Mode } from '../../src/client/index.js';
import { connectBad, faultOf } from './misbehaving.js';

const SERVER = fileURLToPath(new URL('../fixtures/skills-server.mjs', import.meta.url));
let connection: Connection | undefined;

afterEach(() => connection?.close());

async function skilled(mode: Mode, ...words: string[]): Promise<Connection> {
  connection = await connect({ type: 'stdio', command: process.execPath, args: [SERVER, ...words] }, { mode });
  return connection;
}

describe.each(['legacy', 'modern'] as const)('a server of the SDK with skills (%s)', (mode) => {
  test('tells their names, and their files when they are asked for', async () => {
    const server = await skilled(mode);
    const { skills, problems } = await server.skills();
    expect(problems).toEqual([]);
    expect(skills.map(({ name, description }) => [name, description])).toEqual([
      ['greeting', 'How to greet people here.'],
      ['parting', 'How to part.'],
    ]);
    const [greeting] = skills;
    if (greeting === undefined) throw new Error('there is no skill');
    expect(await server.readSkill(greeting)).toContain('Say hello first.');
    expect(await server.readSkill(greeting, 'references/names.md')).toBe('Ada, Grace\n');
    expect((await faultOf(server.readSkill(greeting, '../parting/SKILL.md'))).message).toContain('has no file');
  });

  test('is not believed when it serves other words than it announced', async () => {
    const server = await skilled(mode, 'lying');
    const [greeting] = (await server.skills()).skills;
    if (greeting === undefined) throw new Error('there is no skill');
    const fault = await faultOf(server.readSkill(greeting));
    expect(fault.kind).toBe('ProtocolError');
    expect(fault.message).toContain('is not what the server announced');
  });
});

test('a server that knows no skills has none', async () => {
  expect((await (await connectBad()).skills()).skills).toEqual([]);
});
