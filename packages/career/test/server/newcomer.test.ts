import { createRuntime, localIdentity } from '@quadrivium/kernel';
import { runProgram } from '@quadrivium/kernel/shell';
import { connectInMemory, memoryTerminal } from '@quadrivium/kernel/testing';
import { afterAll, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { referencePage } from '../../../../scripts/reference-page.js';

/** One file, as a newcomer would write it; the mock is the line in `operations/index.ts`. */
vi.mock('../../src/operations/index.js', async (original) => {
  const { operation } = await import('../../src/operations/operation.js');
  const greet = operation({
    name: 'greet_guest',
    title: 'Greet a guest',
    description: 'Says hello to somebody.',
    effect: 'read',
    input: z.strictObject({
      guest: z.string().min(1).describe('Who it is'),
      words: z.string().default('Hello').describe('What to say'),
    }),
    output: z.strictObject({ greeting: z.string() }),
    run: ({ guest, words }) => ({ greeting: `${words} ${guest}` }),
  });
  return { ...(await original<object>()), greet };
});

const { CareerApp } = await import('../../src/app/career-app.js');
const { careerProgram } = await import('../../src/cli/program.js');
const { careerAudit } = await import('../../src/operations/audit.js');
const { careerServer } = await import('../../src/operations/server.js');

const app = new CareerApp({ db: ':memory:' });
afterAll(() => app.close());

async function career(...words: readonly string[]) {
  const program = careerProgram(
    async () => ({ runtime: createRuntime(careerServer(app), { audit: careerAudit(app) }), close: async () => {} }),
    localIdentity,
  );
  const terminal = memoryTerminal();
  const code = await runProgram(program, ['--db', ':memory:', ...words], terminal);
  return { code, out: terminal.stdout, err: terminal.stderr };
}

test('an operation in a file and a line is a tool, and the reference has it', async () => {
  const { client, close } = await connectInMemory(careerServer(app));
  const answer = await client.callTool({ name: 'greet_guest', arguments: { guest: 'Mia' } });
  expect(answer.structuredContent).toEqual({ greeting: 'Hello Mia' });
  const { tools } = await client.listTools();
  const page = referencePage('career-mcp', careerServer(app), { tools, templates: [], prompts: [] });
  expect(page).toContain('Says hello to somebody.');
  await close();
});

test('it is a command, with words, options and help, and its call is kept', async () => {
  const before = app.audit.trace('calls').length;
  const { code, out, err } = await career('greet-guest', 'Mia', '--words', 'Hi', '--json');
  expect(code, err).toBe(0);
  expect(JSON.parse(out)).toEqual({ greeting: 'Hi Mia' });
  const [kept, ...more] = app.audit.trace('calls').slice(before);
  expect(more).toEqual([]);
  expect(JSON.parse(kept?.payload ?? '{}')).toMatchObject({ tool: 'greet_guest', outcome: 'ok', front: 'cli' });
  expect((await career('greet-guest', '--help')).out).toMatch(/<guest>[\s\S]+Says hello[\s\S]+--words <value>\s+What/);
  expect((await career('--help')).out).toMatch(/greet-guest \[options\] <guest> +Greet a guest\n/);
});
