/** Whoever reads the directory of a run in another process learns that it runs, and once its process is gone, that it ended. */
import { spawnSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockOutput } from '../../src/service/runs/lock/run-lock.js';
import { answerOf } from '../cli/program.js';
import { connect, finishedStudy, newRoot } from '../tools/served.js';

test('a run that goes on is told as running, and as interrupted when its process has ended', async () => {
  const root = await newRoot();
  const output_dir = join(await finishedStudy(root), 'output');
  // As a run leaves it between its first checkpoint and the end of its simulation.
  for (const file of ['training/metadata.json', 'training/_SUCCESS', 'simulation/_SUCCESS', 'simulation/metadata.json'])
    await rm(join(output_dir, file));
  await writeFile(join(output_dir, 'simulation/progress.json'), '{"scenarios":{"total":6,"completed":2}}');
  const server = await connect(root);
  const asked = async () => {
    const { data } = await server.call('cobre/query-convergence', { output_dir });
    const { data: rows } = await server.call('cobre/statistics', {
      output_dir,
      entity_type: 'hydros',
      metric: 'storage',
    });
    const { envelope } = await answerOf('report', output_dir);
    return [data.termination_reason, (rows.incomplete as { note: string } | undefined)?.note, envelope.data.status];
  };
  const lock = await lockOutput(output_dir);
  const held = await readFile(join(output_dir, 'run.lock'), 'utf8');
  expect(await asked()).toEqual([
    'running',
    expect.stringMatching(/^The simulation is still running: 2 of 6/),
    'running',
  ]);
  await lock.release();
  const ended = ['interrupted', expect.stringMatching(/^The simulation did not finish: 2 of 6/), 'interrupted'];
  expect(await asked()).toEqual(ended);
  // The lock of a process that was killed stays, with the number of a process that is gone.
  const { pid } = spawnSync(process.execPath, ['--version']);
  const holder = JSON.parse(held);
  await writeFile(join(output_dir, 'run.lock'), JSON.stringify({ ...holder, owner: { ...holder.owner, pid } }));
  expect(await asked()).toEqual(ended);
  await server.close();
});
