/** Every operation there is, over MCP and over the command line: one call, one entry in the ledger, whatever comes of it. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AuditHook, createRuntime, localIdentity, type Operation, operationCommand } from '@quadrivium/kernel';
import { runProgram } from '@quadrivium/kernel/shell';
import { connectInMemory, memoryTerminal } from '@quadrivium/kernel/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addAtom } from '../../src/app/atoms.js';
import { CareerApp } from '../../src/app/career-app.js';
import { careerProgram } from '../../src/cli/program.js';
import { careerAudit } from '../../src/operations/audit.js';
import { careerOperations } from '../../src/operations/list.js';
import { careerServer } from '../../src/operations/server.js';

/** Values for fields by their name; a field that is not here is left out, or is some text where it is required. */
const known: Readonly<Record<string, unknown>> = {
  claim: 'Drove trams',
  content: 'Drove trams through the old town for years',
  text: 'Requirements:\n- Trams',
  opportunity: { company: 'Acme', role_title: 'Driver', requirements: ['Trams'] },
  match_report: {},
  event: 'Prepare',
  others: ['Tram driver'],
  atom_id: 'known',
  atom_ids: ['known'],
  outcome: 'applied',
  in_days: 7,
  content_base64: 'SGVsbG8=',
};

const operations: readonly Operation[] = careerOperations;
const app = () => new CareerApp({ db });
let db = '';

beforeEach(async () => {
  db = join(mkdtempSync(join(tmpdir(), 'quadrivium-calls-')), 'career.db');
  const filled = app();
  addAtom(filled, { atom_id: 'known', claim: 'Known already' }, { kind: 'user', id: 'test' });
  await filled.close();
});

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function connected(audit?: AuditHook, allowWrite = true) {
  const served = app();
  const connection = await connectInMemory(careerServer(served), {
    audit: audit ?? careerAudit(served),
    allowWrite,
  });
  opened.push(connection, served);
  return { client: connection.client };
}

function argumentsOf(operation: Operation): Record<string, unknown> {
  const { arguments: words = {}, options = {} } = operationCommand(operation, async () => undefined);
  const needed = Object.entries(words).filter(([, word]) => word.count !== 'optional');
  const required = Object.fromEntries(needed.map(([name]) => [name, 'some text']));
  const chosen = Object.entries(known).filter(([name]) => name in words || name in options);
  return { ...required, ...Object.fromEntries(chosen) };
}

/** What the ledger has about calls, from whoever reads it. */
async function entries() {
  const reader = app();
  const all = reader.audit.trace('calls').map(({ payload, actor }) => ({ ...JSON.parse(payload), by: actor.id }));
  await reader.close();
  return all as { tool: string; outcome: string; kind?: string; front?: string; by: string }[];
}

describe('over MCP', () => {
  test.each(operations.map((operation) => [operation.name, operation] as const))(
    '%s leaves one entry when it is called and one when it is refused',
    async (name, operation) => {
      const { client } = await connected();
      const call = (args: Record<string, unknown>) =>
        client.callTool({ name, arguments: args }).then(
          ({ isError }) => !isError,
          () => false,
        );
      const worked = await call(argumentsOf(operation));
      expect(await entries()).toMatchObject([{ tool: name, outcome: worked ? 'ok' : 'failed', by: 'local' }]);
      expect(await call({ no_such_field: 1 })).toBe(false);
      expect(await entries()).toMatchObject([{}, { tool: name, outcome: 'refused', kind: 'InvalidArguments' }]);
    },
  );

  test.each(
    operations
      .filter(({ effect, optIn }) => effect !== 'read' && optIn !== false)
      .map((operation) => [operation.name, operation] as const),
  )('%s leaves one entry when nobody allowed it to write', async (name, operation) => {
    const { client } = await connected(undefined, false);
    await client.callTool({ name, arguments: argumentsOf(operation) }).catch(() => {});
    expect(await entries()).toMatchObject([{ tool: name, outcome: 'refused', kind: 'WriteDisabled' }]);
  });

  test('a tool that nobody has leaves one entry', async () => {
    const { client } = await connected();
    await expect(client.callTool({ name: 'send_mail', arguments: {} })).rejects.toThrow();
    expect(await entries()).toMatchObject([{ tool: 'send_mail', outcome: 'refused', kind: 'UnknownTool' }]);
  });

  test('most operations were really done, and not only refused', async () => {
    const { client } = await connected();
    for (const operation of operations)
      await client.callTool({ name: operation.name, arguments: argumentsOf(operation) }).catch(() => {});
    const done = (await entries()).filter(({ outcome }) => outcome === 'ok');
    expect(done.length).toBeGreaterThan(operations.length / 2);
  });
});

describe('over the command line', () => {
  const program = careerProgram(
    async () => {
      const opened = app();
      const runtime = createRuntime(careerServer(opened), { audit: careerAudit(opened), allowWrite: true });
      return { runtime, close: () => opened.close() };
    },
    { ...localIdentity, subject: 'ursula' },
  );

  /** The same arguments, as somebody would type them. */
  function typed(operation: Operation): string[] {
    const { name, arguments: words = {} } = operationCommand(operation, async () => undefined);
    const args = argumentsOf(operation);
    const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
    const options = Object.entries(args).filter(([field]) => !(field in words));
    return [
      ...name.split(' '),
      ...Object.keys(words).flatMap((field) => (field in args ? [text(args[field])] : [])),
      ...options.flatMap(([field, value]) => [`--${field.replaceAll('_', '-')}`, text(value)]),
    ];
  }

  test.each(operations.map((operation) => [operation.name, operation] as const))(
    '%s leaves one entry when it is called, under the name of whoever sits there',
    async (name, operation) => {
      const code = await runProgram(program, ['--db', db, ...typed(operation)], memoryTerminal());
      const [entry, ...more] = await entries();
      expect(more).toEqual([]);
      expect(entry).toMatchObject({ tool: name, front: 'cli', by: 'ursula' });
      // A file that was not made here is an answer; programs that look at the exit code learn that it is a refusal.
      expect(entry?.outcome === 'ok').toBe(name === 'verify_document' ? code !== 0 : code === 0);
    },
  );

  test('a call that the gate refuses leaves one entry', async () => {
    const code = await runProgram(program, ['--db', db, 'list-atoms', '--limit', '0'], memoryTerminal());
    expect(code).toBe(1);
    expect(await entries()).toMatchObject([{ tool: 'list_atoms', outcome: 'refused', kind: 'InvalidArguments' }]);
  });
});

test('what a call changes and the entry of the call are one transaction', async () => {
  const late: string[] = [];
  const { client } = await connected(({ target }) => void late.push(target));
  await client.callTool({ name: 'add_atom', arguments: { claim: 'Taught Latin' } });
  await client.callTool({ name: 'list_atoms', arguments: {} });
  // The gate was not asked to write the first one: it stands where the atom stands.
  expect(late).toEqual(['list_atoms']);
  expect((await entries()).map(({ tool }) => tool)).toEqual(['add_atom']);
});
