import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openSandbox } from '@quadrivium/kernel';
import { connectInMemory, memoryTerminal } from '@quadrivium/kernel/testing';
import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import { referencePage } from '../../../../scripts/reference-page.js';
import { newRoot } from '../tools/served.js';

/** One file, as a newcomer would write it; the mock is the line in `operations/index.ts`. */
vi.mock('../../src/operations/index.js', async (original) => {
  const { operation } = await import('../../src/operations/operation.js');
  const countFiles = operation({
    name: 'cobre/count-files',
    title: 'Count files',
    description: 'How many entries the directory of a case has.',
    effect: 'read',
    input: z.strictObject({
      case_dir: z.string().describe('Where the case is'),
      at_least: z.int().default(0).describe('What counts as many'),
    }),
    output: z.strictObject({ files: z.int(), many: z.boolean() }),
    async run({ case_dir, at_least }, { files }) {
      const { length } = await files.entries(case_dir);
      return { files: length, many: length >= at_least };
    },
  });
  return { ...(await original<object>()), countFiles };
});

const { runCobre } = await import('../../src/cli/program.js');
const { cobreServer } = await import('../../src/server.js');

const root = await newRoot();
const empty = { files: 0, many: false };

async function cobre(...words: readonly string[]) {
  const terminal = memoryTerminal();
  const code = await runCobre(words, async () => {}, terminal);
  return { code, out: terminal.stdout, err: terminal.stderr };
}

test('an operation in a file and a line is a tool', async () => {
  const { client, close } = await connectInMemory(cobreServer(), { files: await openSandbox([root]) });
  const answer = await client.callTool({ name: 'cobre/count-files', arguments: { case_dir: root, at_least: 1 } });
  expect(answer.structuredContent).toEqual(empty);
  await close();
});

test('it is a command, with words, options, help and both forms of JSON', async () => {
  const { code, out, err } = await cobre('count-files', root, '--at-least', '1', '--json');
  expect(code, err).toBe(0);
  expect(JSON.parse(out)).toEqual(empty);
  const envelope = JSON.parse((await cobre('count-files', root, '--output-format', 'json')).out);
  expect(envelope).toMatchObject({ $schema: 'urn:cobre:response:v1', command: 'count-files', data: { many: true } });
  expect((await cobre('count-files', '--help')).out).toMatch(/<case-dir>[\s\S]+Where the case is[\s\S]+--at-least/);
  expect((await cobre('--help')).out).toMatch(/count-files \[options\] <case-dir> +Count files\n/);
});

test('a word that its schema refuses is the caller’s mistake, in the form of every error', async () => {
  const { code, out } = await cobre('count-files', root, '--at-least', '0.5', '--output-format', 'json');
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ exit_code: 1, errors: [{ kind: 'InvalidArguments' }] });
});

test('shells complete it', async () => {
  const { out } = await cobre('completion', 'bash');
  const script = `${out}\nCOMP_WORDS=(cobre count-files --at); COMP_CWORD=2; _cobre; echo "\${COMPREPLY[@]}"`;
  const { stdout } = await promisify(execFile)('bash', ['-c', script]);
  expect(stdout).toBe('--at-least\n');
});

test('its calls are kept', async () => {
  const auditLog = join(root, 'calls.jsonl');
  await cobre('count-files', root, '--audit-log', auditLog);
  const kept = (await readFile(auditLog, 'utf8')).trim().split('\n');
  expect(kept.map((line) => JSON.parse(line))).toMatchObject([{ target: 'cobre/count-files', front: 'cli' }]);
});

test('the reference has it', async () => {
  const { client, close } = await connectInMemory(cobreServer());
  const { tools } = await client.listTools();
  const page = referencePage('cobre-mcp', cobreServer(), { tools, templates: [], prompts: [] });
  expect(page).toContain('How many entries the directory of a case has.');
  await close();
});

test('every operation is a command, but for those of a server’s background work, of a page that sends and fetches files, and what `migrate --dry-run` and `validate --estimate` are already', async () => {
  const { operations } = await import('../../src/operations/list.js');
  const without = operations.filter(({ cli }) => cli === false).map(({ name }) => name);
  const background = ['cobre/run', 'cobre/cancel-task'];
  // At a terminal the files lie there already.
  const forPages = ['cobre/upload-files', 'cobre/read-export'];
  const flags = ['cobre/preview-migration', 'cobre/estimate-run'];
  expect(new Set(without)).toEqual(new Set([...background, ...forPages, ...flags]));
  for (const { name, cli } of operations) {
    const verb = cli ? cli.verb : name.replace('cobre/', '');
    if (cli !== false) expect((await cobre(...verb.split(' '), '--help')).out).toContain(`Usage: cobre ${verb} `);
  }
});
