/** Before a run writes over results or takes long, whoever sits behind the caller is asked, where the caller can ask anybody. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElicitResult } from '@modelcontextprotocol/client';
import { type Connection, connect } from '@quadrivium/kernel/client';
import { memoryTerminal } from '@quadrivium/kernel/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { runCobre } from '../../src/cli/program.js';
import { bundled } from '../cli/program.js';
import { newRoot, settings, writeStudy } from './served.js';

const open: Connection[] = [];

afterEach(async () => {
  for (const connection of open.splice(0)) await connection.close();
});

interface Person {
  readonly connection: Connection;
  readonly questions: string[];
}

/** A client of cobre-mcp whose person answers in this order; without answers it can ask nobody. */
async function person(
  root: string,
  mode: 'modern' | 'legacy',
  answers?: ElicitResult[],
  tasks = false,
): Promise<Person> {
  const args = [bundled('cobre-mcp'), '--allowed-dirs', root, '--allow-write', '--threads', '1'];
  const questions: string[] = [];
  const elicitation = async ({ message }: { readonly message: string }): Promise<ElicitResult> => {
    questions.push(message);
    return answers?.shift() ?? { action: 'cancel' };
  };
  const connection = await connect(
    { type: 'stdio', command: process.execPath, args },
    { mode, tasks, ...(answers === undefined ? {} : { handlers: { elicitation } }) },
  );
  open.push(connection);
  return { connection, questions };
}

const few = { 'config.json': settings({ iterations: 2, scenarios: 2 }) };
const finished = { status: 'completed' };

async function finishedAt(caseDir: string): Promise<string> {
  const text = await readFile(join(caseDir, 'output/training/metadata.json'), 'utf8');
  return (JSON.parse(text) as { completed_at: string }).completed_at;
}

describe.each(['modern', 'legacy'] as const)('a caller of the %s protocol', (mode) => {
  test('is asked once there are results: anything but a yes keeps them, a yes replaces them', async () => {
    const root = await newRoot();
    const caseDir = await writeStudy(root, 'case', few);
    const noes: ElicitResult[] = [
      { action: 'decline' },
      { action: 'cancel' },
      { action: 'accept', content: { agreed: false } },
    ];
    const { connection, questions } = await person(root, mode, [
      ...noes,
      { action: 'accept', content: { agreed: true } },
    ]);
    const run = () => connection.callTool('cobre/run', { case_dir: caseDir });
    expect((await run()).structuredContent).toMatchObject(finished);
    expect(questions).toEqual([]);
    const before = await finishedAt(caseDir);
    for (const _ of noes) {
      const refused = await run();
      expect(refused).toMatchObject({ isError: true });
      expect(JSON.stringify(refused)).toContain('Declined');
    }
    expect(await finishedAt(caseDir)).toBe(before);
    expect((await run()).structuredContent).toMatchObject(finished);
    expect(await finishedAt(caseDir)).not.toBe(before);
    expect(new Set(questions)).toEqual(
      new Set([`${caseDir}/output holds the results of ${before}. This run replaces them.`]),
    );
    expect(questions).toHaveLength(4);
  });
});

/**
 * 2 passes through 3 stages, back through 4 openings of 2 of them and the 4 of the first for the bound are 26 programs per
 * iteration, 6 scenarios of 3 stages 18 more. With 2 plants and 1 block each is taken for 20 + 2 x 8 = 36 microseconds.
 */
const long = { 'config.json': settings({ iterations: 1_000_000 }) };
const longQuestion =
  'It solves 26,000,018 linear programs if it goes through all 1,000,000 iterations, which takes, as a guess, in the order of 16 minutes on one thread.';

describe.each(['modern', 'legacy'] as const)('a long study of a caller of the %s protocol', (mode) => {
  test('is asked about with its length: a no runs nothing, a yes runs it', async () => {
    const root = await newRoot();
    const caseDir = await writeStudy(root, 'case', long);
    const { connection, questions } = await person(root, mode, [{ action: 'decline' }, { action: 'accept' }]);
    const run = () => connection.callTool('cobre/run', { case_dir: caseDir, background: true });
    const refused = await run();
    expect(refused).toMatchObject({ isError: true });
    expect(JSON.stringify(refused)).toMatch(/Declined.*time_limit/);
    const { task_id } = (await run()).structuredContent as { task_id: string };
    expect(questions).toEqual([longQuestion, longQuestion]);
    await connection.callTool('cobre/cancel-task', { task_id });
  });
});

test.each<[string, object, 'training' | 'simulation', boolean]>([
  [
    'a limit of time that ends it before',
    { stopping_rules: [{ type: 'time_limit', seconds: 300 }] },
    'training',
    false,
  ],
  ['a limit of time that does not', { stopping_rules: [{ type: 'time_limit', seconds: 700 }] }, 'training', true],
  ['no training at all', {}, 'simulation', false],
])('%s decides whether the length is a reason to ask', async (_, changes, phases, asked) => {
  const root = await newRoot();
  const { training, ...others } = settings({ iterations: 1_000_000 }) as { training: { stopping_rules: object[] } };
  const { stopping_rules = [] } = changes as { stopping_rules?: object[] };
  const stopping = [...training.stopping_rules, ...stopping_rules];
  const config = { ...others, training: { ...training, stopping_rules: stopping } };
  const caseDir = await writeStudy(root, 'case', { 'config.json': config });
  const { connection, questions } = await person(root, 'modern', [{ action: 'decline' }]);
  const answer = await connection.callTool('cobre/run', { case_dir: caseDir, phases, background: true });
  const { task_id } = (answer.structuredContent ?? {}) as { task_id?: string };
  if (task_id !== undefined) await connection.callTool('cobre/cancel-task', { task_id });
  expect(questions).toHaveLength(asked ? 1 : 0);
});

test('the question and the estimate of `cobre validate` tell the same linear programs', async () => {
  const root = await newRoot();
  const caseDir = await writeStudy(root, 'case', long);
  const { connection, questions } = await person(root, 'modern', [{ action: 'decline' }]);
  await connection.callTool('cobre/run', { case_dir: caseDir });
  const terminal = memoryTerminal();
  await runCobre(['validate', caseDir, '--estimate', '--json'], async () => {}, terminal);
  const { training, simulation } = JSON.parse(terminal.stdout).estimate.linear_programs;
  expect(questions).toEqual([longQuestion]);
  expect(longQuestion).toContain(`It solves ${(training + simulation).toLocaleString('en')} linear programs`);
});

test('a case that is not valid is no reason to ask: the run says what is wrong', async () => {
  const root = await newRoot();
  const caseDir = await writeStudy(root, 'case', { ...long, 'stages.json': { stages: [] } });
  const { connection, questions } = await person(root, 'modern', []);
  const answer = await connection.callTool('cobre/run', { case_dir: caseDir });
  expect(answer).toMatchObject({ isError: true });
  expect(questions).toEqual([]);
});

test('one question has both reasons, the results and the time', async () => {
  const root = await newRoot();
  const caseDir = await writeStudy(root, 'case', few);
  const { connection, questions } = await person(root, 'modern', [{ action: 'decline' }]);
  await connection.callTool('cobre/run', { case_dir: caseDir });
  await writeStudy(root, 'case', long);
  expect(await connection.callTool('cobre/run', { case_dir: caseDir })).toMatchObject({ isError: true });
  expect(questions).toEqual([
    `${caseDir}/output holds the results of ${await finishedAt(caseDir)}. This run replaces them. ${longQuestion}`,
  ]);
});

test('a caller that can ask nobody runs a long study as ever', async () => {
  const root = await newRoot();
  const caseDir = await writeStudy(root, 'case', long);
  const { connection } = await person(root, 'legacy');
  const answer = await connection.callTool('cobre/run', { case_dir: caseDir, background: true });
  const { task_id, status } = answer.structuredContent as { task_id: string; status: string };
  expect(status).toBe('running');
  await connection.callTool('cobre/cancel-task', { task_id });
});

test('a caller that can ask nobody runs as ever', async () => {
  const root = await newRoot();
  const caseDir = await writeStudy(root, 'case', few);
  const { connection } = await person(root, 'legacy');
  for (const _ of [1, 2])
    expect((await connection.callTool('cobre/run', { case_dir: caseDir })).structuredContent).toMatchObject(finished);
});

test('a run that is answered with a task is asked about before the task begins', async () => {
  const root = await newRoot();
  const caseDir = await writeStudy(root, 'case', few);
  const { connection, questions } = await person(root, 'modern', [{ action: 'decline' }], true);
  await connection.callTool('cobre/run', { case_dir: caseDir });
  const before = await finishedAt(caseDir);
  expect(await connection.callTool('cobre/run', { case_dir: caseDir })).toMatchObject({ isError: true });
  expect(questions).toHaveLength(1);
  expect(await finishedAt(caseDir)).toBe(before);
});

test('a training that is resumed, and results of another phase, are no reason to ask', async () => {
  const root = await newRoot();
  const caseDir = await writeStudy(root, 'case', few);
  const { connection, questions } = await person(root, 'modern', []);
  await connection.callTool('cobre/run', { case_dir: caseDir, phases: 'training' });
  expect((await connection.callTool('cobre/run', { case_dir: caseDir, phases: 'simulation' })).isError).toBeFalsy();
  await writeStudy(root, 'case', {
    'config.json': settings({ iterations: 3, scenarios: 0, policy: { mode: 'resume' } }),
  });
  expect((await connection.callTool('cobre/run', { case_dir: caseDir, phases: 'training' })).isError).toBeFalsy();
  expect(questions).toEqual([]);
});
