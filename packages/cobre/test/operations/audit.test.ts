import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AuditEvent, openSandbox } from '@quadrivium/kernel';
import { command, runProgram } from '@quadrivium/kernel/shell';
import { memoryTerminal, serveRaw } from '@quadrivium/kernel/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { call, globalFlags } from '../../src/cli/calls.js';
import { operations } from '../../src/operations/list.js';
import { cobreServer } from '../../src/server.js';
import { cobre } from '../cli/program.js';
import { newRoot } from '../tools/served.js';

/** Driven by the list: an operation that is added is called here, by every front it has, without a line more. */
const tools = operations.filter(({ tool }) => tool !== false);

let root: string;
beforeAll(async () => {
  root = await newRoot();
});

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** Words that fit a schema; every text is the name of a directory that is not there, so nothing is changed by them. */
function sample({
  type,
  enum: words,
  anyOf,
  const: only,
  items,
  minItems = 0,
  properties,
  required = [],
}: Schema): unknown {
  if (words !== undefined) return words[0];
  if (only !== undefined) return only;
  if (anyOf !== undefined) return sample(anyOf[0]!);
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return false;
  if (type === 'array') return Array.from({ length: minItems }, () => sample(items ?? {}));
  if (type === 'object') return Object.fromEntries(required.map((name) => [name, sample(properties?.[name] ?? {})]));
  return join(root, 'nothing-here');
}

const argumentsOf = (operation: (typeof operations)[number]) =>
  sample(z.toJSONSchema(operation.input as z.ZodType, { io: 'input' }) as Schema);

/** What is kept of one call over MCP. */
async function overMcp(name: string, args: unknown, allowWrite = true): Promise<AuditEvent[]> {
  const kept: AuditEvent[] = [];
  const options = { files: await openSandbox([root]), allowWrite, audit: (event: AuditEvent) => void kept.push(event) };
  const { session, service } = serveRaw(cobreServer(), options);
  await session.call(1, name, args as object);
  await service.close();
  return kept;
}

const lines = async (file: string): Promise<Record<string, unknown>[]> =>
  (await readFile(file, 'utf8')).split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));

describe.each(tools.map((operation) => [operation.name, operation] as const))('%s over MCP', (name, operation) => {
  test('leaves one entry', async () => {
    const kept = await overMcp(name, argumentsOf(operation));
    expect(kept).toMatchObject([{ target: name, front: 'mcp', method: 'tools/call' }]);
    expect(kept[0]?.outcome).not.toBe('refused');
  });

  test('leaves one entry when its words are refused', async () => {
    const kept = await overMcp(name, { no_such_argument: true });
    expect(kept).toMatchObject([{ target: name, outcome: 'refused', kind: 'InvalidArguments' }]);
  });
});

test.each(tools.filter(({ effect }) => effect !== 'read').map((operation) => [operation.name, operation] as const))(
  '%s leaves one entry when nobody allowed it to write',
  async (name, operation) => {
    const kept = await overMcp(name, argumentsOf(operation), false);
    expect(kept).toMatchObject([{ target: name, outcome: 'refused', kind: 'WriteDisabled' }]);
  },
);

describe.each(operations.map((operation) => [operation.name, operation] as const))(
  '%s from the command line',
  (name, operation) => {
    const called = async (args: unknown) => {
      const auditLog = join(root, `${name.replace('/', '-')}-${Math.random()}.jsonl`);
      const work = command({
        name: 'call',
        description: '',
        run: async (io, given) => ({ data: await call(operation, args as never, io, given) }),
      });
      const program = { name: 'one', version: '1', description: '', options: globalFlags, commands: [work] };
      const terminal = memoryTerminal();
      await runProgram(program, ['call', '--audit-log', auditLog, '--output-format', 'json'], terminal);
      const { errors } = JSON.parse(terminal.stdout) as { errors: { kind: string }[] };
      return { outcome: errors[0]?.kind ?? 'ok', kept: await lines(auditLog) };
    };

    test('leaves one entry', async () => {
      const { outcome, kept } = await called(argumentsOf(operation));
      expect(kept).toMatchObject([{ target: name, front: 'cli', caller: 'local', via: 'local' }]);
      expect(kept[0]).toMatchObject(outcome === 'ok' ? { outcome } : { outcome: 'failed', kind: outcome });
    });

    test('leaves one entry when its words are refused', async () => {
      const { kept } = await called({ no_such_argument: true });
      expect(kept).toMatchObject([{ target: name, outcome: 'refused', kind: 'InvalidArguments' }]);
    });
  },
);

test.each(operations.filter(({ tool }) => tool === false).map((operation) => [operation.name, operation] as const))(
  '%s is for the terminal alone: over MCP it is unknown, and the attempt leaves one entry',
  async (name, operation) => {
    const kept = await overMcp(name, argumentsOf(operation));
    expect(kept).toMatchObject([{ target: name, outcome: 'refused', kind: 'UnknownTool' }]);
  },
);

test('a tool that does not exist leaves one entry', async () => {
  expect(await overMcp('cobre/no-such-tool', {})).toMatchObject([{ outcome: 'refused', kind: 'UnknownTool' }]);
});

describe('the program', () => {
  test('appends to the file it is given', async () => {
    const auditLog = join(root, 'program.jsonl');
    await cobre('validate', join(root, 'nothing-here'), '--audit-log', auditLog);
    await cobre('compare', root, root, '--audit-log', auditLog);
    expect(await lines(auditLog)).toMatchObject([
      { target: 'cobre/validate', outcome: 'failed', kind: 'MissingFile' },
      { target: 'cobre/compare-policies', outcome: 'failed', kind: 'OutputNotFound' },
    ]);
  });

  test('does nothing when its calls cannot be recorded', async () => {
    const { code, err } = await cobre('validate', root, '--audit-log', join(root, 'no', 'such', 'folder.jsonl'));
    expect(code).toBe(1);
    expect(err).toContain('cannot be written');
  });
});
