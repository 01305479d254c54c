import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Connection, connect, type TaskNews } from '@quadrivium/kernel/client';
import { startChildServer } from '@quadrivium/kernel/testing';
import { afterEach, expect, test } from 'vitest';
import { bundled } from '../cli/program.js';
import { newRoot, settings, writeStudy } from './served.js';

/** Runs as tasks of the protocol (revision 2026-07-28), for callers that declare the extension. */
const open: Connection[] = [];

afterEach(async () => {
  for (const connection of open.splice(0)) await connection.close();
});

async function client(root: string, tasks = true): Promise<Connection> {
  const args = [bundled('cobre-mcp'), '--allowed-dirs', root, '--allow-write', '--threads', '1'];
  const server = { type: 'stdio', command: process.execPath, args } as const;
  const connection = await connect(server, { mode: 'modern', tasks });
  open.push(connection);
  return connection;
}

const long = { 'config.json': settings({ iterations: 100_000, scenarios: 0 }) };

test('a run becomes a task that tells its progress and ends with the result of the run', async () => {
  const root = await newRoot();
  const caseDir = await writeStudy(root, 'case', { 'config.json': settings({ iterations: 300, scenarios: 20 }) });
  const connection = await client(root);
  const news: TaskNews[] = [];
  const result = await connection.callTool('cobre/run', { case_dir: caseDir }, { onTask: (task) => news.push(task) });
  expect(result.structuredContent).toMatchObject({
    status: 'completed',
    output_dir: join(caseDir, 'output'),
    training: { iterations: 300 },
    simulation: { scenarios: 20 },
  });
  expect(news[0]).toMatchObject({ status: 'working' });
  const { taskId } = news[0]!;
  await connection.close();
  // The file beside the results is enough for a server that has never heard of the run.
  const another = await client(root);
  expect(await another.task(taskId)).toMatchObject({ taskId, status: 'completed' });
  expect((await another.awaitTask(taskId)).structuredContent).toEqual(result.structuredContent);
  const waiting = await client(root, false);
  const waited = await waiting.callTool('cobre/run', { case_dir: caseDir });
  expect(waited.structuredContent).toMatchObject({ status: 'completed', training: { iterations: 300 } });
});

test('a cancelled task ends with what was reached', async () => {
  const root = await newRoot();
  const caseDir = await writeStudy(root, 'case', long);
  const connection = await client(root);
  const start = await connection.startTool('cobre/run', { case_dir: caseDir });
  if (start.kind !== 'task') throw new Error('no task');
  const { taskId } = start.task;
  await until(async () => (await connection.task(taskId)).statusMessage?.startsWith('iter') === true);
  await connection.cancelTask(taskId);
  const cancelled = await connection.awaitTask(taskId);
  expect(cancelled.structuredContent).toMatchObject({
    status: 'partial',
    training: { termination_reason: 'shutdown' },
  });
  expect((await readdir(join(caseDir, 'output/policy'))).length).toBeGreaterThan(0);
  await expect(connection.task('never-made')).rejects.toThrow(/not found/i);
});

test('a task whose server was killed is known to the next one, which says how to go on', async () => {
  const root = await newRoot();
  const caseDir = await writeStudy(root, 'case', long);
  const doomed = startChildServer(bundled('cobre-mcp'), { args: ['--allowed-dirs', root, '--allow-write'] });
  await doomed.session.initialize('2025-11-25');
  const started = await doomed.session.call(1, 'cobre/run', { case_dir: caseDir, background: true });
  const { task_id } = (started.result as { structuredContent: { task_id: string } }).structuredContent;
  await doomed.kill();
  const { isError, content } = await (await client(root)).awaitTask(task_id);
  const fault = JSON.parse((content[0] as { text: string }).text);
  expect({ isError, kind: fault.kind }).toEqual({ isError: true, kind: 'RunInterrupted' });
  expect(fault.suggestion).toContain('resume');
});

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50));
}

test.each([
  ['no JSON', '{"task_id":'],
  ['JSON that says nothing of a task', '{"task_id":"TASK"}'],
  ['a list', '[]'],
  ['two megabytes', `{"task_id":"TASK","padding":"${'x'.repeat(2 * 1024 * 1024)}"}`],
])('a file of a task that holds %s is told as damaged, through every way of asking', async (_, text) => {
  const root = await newRoot();
  const output = join(await writeStudy(root), 'output');
  const taskId = `lost~${Buffer.from(output).toString('base64url')}`;
  await mkdir(join(output, 'tasks'), { recursive: true });
  await writeFile(join(output, 'tasks', 'lost.json'), text.replace('TASK', taskId));
  const connection = await client(root);
  for (const name of ['cobre/get-task-status', 'cobre/cancel-task']) {
    const { isError, content } = await connection.callTool(name, { task_id: taskId });
    expect([isError, JSON.parse((content as { text: string }[])[0]!.text).kind]).toEqual([true, 'OutputCorrupted']);
  }
});
