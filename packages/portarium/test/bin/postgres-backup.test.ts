import '../store/pg-for-vitest.js';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres-store.js';
import { type Desk, openDesk } from '../app/desk-server.js';
import { openPlane, refundFlow, temporaryFolder } from '../app/plane.js';
import { type PostgresServer, postgresIsAbsent, startPostgres } from '../store/postgres-server.js';
import { command } from './served.js';

/** The guide "Keep Quadrivium running", section on PostgreSQL, with the real programs. */
describe.skipIf(postgresIsAbsent())('a backup of PostgreSQL (needs postgresql)', () => {
  let server: PostgresServer;
  let desk: Desk;
  beforeAll(async () => {
    [server, desk] = await Promise.all([startPostgres(), openDesk()]);
  });
  afterAll(async () => {
    await desk?.close();
    await server?.stop();
  });

  const run = (program: string, ...words: string[]): void => {
    const { status, stderr } = spawnSync(join(server.programs, program), words, { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  };
  const open = (url: string) =>
    openPlane({ desk, environment: 'staging', openStore: (options) => openPostgresStore(url, options) });
  interface Doctor {
    readonly healthy: boolean;
    readonly findings: readonly { readonly check: string; readonly ok: boolean; readonly detail: string }[];
  }
  const doctor = (url: string) => command<Doctor>('--db', url, '--workspace', 'ws-a', 'doctor');

  test('made while runs are started is whole: doctor finds nothing, and what waited goes on', async () => {
    const url = await server.database('live');
    const { plane, alice, settle } = await open(url);
    await plane.putWorkflow(alice, { source: refundFlow });
    const start = async () => (await plane.startRun(alice, { workflowId: 'refund', input: { amount: 7 } })).runId;
    const runId = await start();
    await settle();
    let going = true;
    const busy = (async () => {
      while (going) await start();
    })();
    const file = join(temporaryFolder(), 'portarium.dump');
    run('pg_dump', '--format=custom', `--file=${file}`, url);
    going = false;
    await busy;
    const restored = await server.database('restored');
    run('pg_restore', '--exit-on-error', `--dbname=${restored}`, file);
    expect(await doctor(restored)).toMatchObject({ healthy: true });

    const again = await open(restored);
    const [approval] = (await again.plane.getRun(again.alice, runId)).pendingApprovals;
    await again.plane.decideApproval(again.bob, { approvalId: approval?.approvalId ?? '', decision: 'Approved' });
    await again.settle();
    expect(await again.plane.getRun(again.alice, runId)).toMatchObject({ status: 'Succeeded' });
    expect(await again.plane.verifyEvidence(again.adam)).toMatchObject({ valid: true, problems: [] });
  }, 120_000);

  test('that somebody has changed is found', async () => {
    const url = await server.database('changed');
    const { plane, alice, settle } = await open(url);
    await plane.putWorkflow(alice, { source: refundFlow });
    await plane.startRun(alice, { workflowId: 'refund', input: { amount: 7 } });
    await settle();
    const file = join(temporaryFolder(), 'portarium.sql');
    run('pg_dump', '--format=custom', `--file=${file}`, url);
    const restored = await server.database('forged');
    run('pg_restore', '--exit-on-error', `--dbname=${restored}`, file);
    const client = new pg.Client({ connectionString: restored });
    await client.connect();
    await client.query(
      `UPDATE runs SET status = 'Succeeded', body = replace(body, '"status":"WaitingForApproval"', '"status":"Succeeded"')`,
    );
    await client.end();
    await expect(doctor(restored)).rejects.toThrow(/expected 2 to be/);
  }, 120_000);
});
