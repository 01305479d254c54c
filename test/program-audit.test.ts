/** The programs as people start them: each command leaves one entry for each operation it calls, refusals included. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteLedger } from '@quadrivium/ledger';
import { beforeAll, expect, test, vi } from 'vitest';
import { bundledBinaries } from './support/bundled-binaries.js';
import { sampled } from './support/sampling.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'quadrivium-program-audit-'));
const programs = new Map(bundledBinaries().map(({ name, file }) => [name, file]));

function started(program: string, args: readonly string[]): { readonly code: number | null; readonly err: string } {
  const { status, stderr } = spawnSync(process.execPath, [programs.get(program) ?? '', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { code: status, err: stderr };
}

interface Kept {
  readonly target: string;
  readonly outcome: string;
  readonly kind?: string;
  readonly front: string;
}

const told = ({ target, outcome, kind, front }: Kept) => [target, kind ?? outcome, front].join(' ');

const cobreCommands: [string, string, number][] = [
  ['validate nothing', 'cobre/validate MissingFile cli', 3],
  ['run nothing', 'cobre/run-here MissingFile cli', 3],
  ['report nothing', 'cobre/run-metadata OutputNotFound cli', 4],
  ['query nothing convergence', 'cobre/query-convergence OutputNotFound cli', 4],
  ['compare nothing nothing-else', 'cobre/compare-policies OutputNotFound cli', 4],
  ['export nothing hydros', 'cobre/export-results OutputNotFound cli', 4],
];
test.each(sampled('commands and their entries', cobreCommands, 6))('cobre %s', (line, entry, code) => {
  const auditLog = join(folder, `${line.replaceAll(/\W+/g, '-')}.jsonl`);
  const { code: ended, err } = started('cobre', [...line.split(' '), '--audit-log', auditLog]);
  expect(ended, err).toBe(code);
  const kept = existsSync(auditLog) ? readFileSync(auditLog, 'utf8').trim().split('\n') : [];
  expect(kept.map((text) => told(JSON.parse(text) as Kept))).toEqual([entry]);
});

const db = join(folder, 'portarium.db');

async function calls(): Promise<string[]> {
  const ledger = openSqliteLedger(db);
  const found: string[] = [];
  // Calls that were let into no workspace have a chain of their own.
  for (const chain of ['calls/default', 'calls/-'])
    for await (const { type, body } of ledger.entries({ chain }))
      found.push(told({ target: type, ...(body as object) } as Kept));
  await ledger.close();
  return found;
}

beforeAll(() => {
  const { code, err } = started('portarium', ['--db', db, 'init']);
  expect(code, err).toBe(0);
});

const portariumCommands: [string, string, number][] = [
  ['workflow list', 'portarium_workflow_list ok cli', 0],
  ['workflow get nothing', 'portarium_workflow_get NotFound cli', 1],
  ['run start hello name=Ada', 'portarium_run_start ok cli', 0],
  ['run start hello', 'portarium_run_start InvalidInput cli', 1],
  ['run start nothing', 'portarium_run_start NotFound cli', 1],
  ['run get nothing', 'portarium_run_get NotFound cli', 1],
  ['run list', 'portarium_run_list ok cli', 0],
  ['run list --as nobody', 'portarium_run_list BadUsage cli', 1],
  ['run cancel nothing', 'portarium_run_cancel NotFound cli', 1],
  ['approve list', 'portarium_approval_list ok cli', 0],
  ['approve decide nothing --decision Approved', 'portarium_approval_submit NotFound cli', 1],
  ['work-item list', 'portarium_work_items_list ok cli', 0],
  ['work-item claim nothing', 'portarium_work_item_claim NotFound cli', 1],
  ['agent list', 'portarium_agent_list ok cli', 0],
  ['policy list', 'portarium_policy_list ok cli', 0],
  ['key list', 'portarium_key_list ok cli', 0],
  ['key revoke nothing', 'portarium_key_revoke NotFound cli', 1],
  ['events list', 'portarium_event_list ok cli', 0],
];
test.each(sampled('commands and their entries', portariumCommands, 9))('portarium %s', async (line, entry, code) => {
  const before = await calls();
  const { code: ended, err } = started('portarium', ['--db', db, ...line.split(' ')]);
  const now = await calls();
  for (const known of before) now.splice(now.indexOf(known), 1);
  expect(now, err).toEqual([entry]);
  expect(ended, err).toBe(code);
});
