import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '@quadrivium/ledger';
import { idOf } from '../src/domain/ids.js';
import type { Caller } from '../src/domain/principal.js';
import type { Store } from '../src/domain/store-port.js';
import { realSurroundings } from '../src/domain/surroundings.js';
import type { Downstream } from '../src/steps/ports.js';
import { openSqliteStore } from '../src/store/sqlite-store.js';
import { createTestedPlane, type TestedPlane } from '../test/app/use-cases.js';

const tool = (name: string, readOnlyHint: boolean) => ({
  name,
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint },
});

/** Answers at once, so that what is measured is ours. */
export const instant: Downstream = {
  servers: () => ['desk'],
  tools: async () => [tool('desk_read', true), tool('desk_write', false)],
  call: async () => ({ ok: true, output: { done: true } }),
};

export const alice: Caller = { workspaceId: idOf('ws'), principalId: idOf('alice'), kind: 'user', roles: ['operator'] };
export const bob: Caller = { workspaceId: idOf('ws'), principalId: idOf('bob'), kind: 'user', roles: ['approver'] };
export const admin: Caller = { workspaceId: idOf('ws'), principalId: idOf('admin'), kind: 'user', roles: ['admin'] };

/** Read, then write behind a gate. */
export const gated = {
  workflowId: 'gated',
  name: 'Gated',
  executionTier: 'Auto',
  actions: [
    { actionId: 'read', operation: 'mcp:call', server: 'desk', tool: 'desk_read' },
    {
      actionId: 'write',
      operation: 'mcp:call',
      server: 'desk',
      tool: 'desk_write',
      executionTierOverride: 'HumanApprove',
      arguments: { text: '{{ input.text }}' },
    },
  ],
};

/** Read, then write, without a question. */
export const straight = {
  ...gated,
  workflowId: 'straight',
  name: 'Straight',
  actions: gated.actions.map(({ executionTierOverride: _, ...action }) => action),
};

export interface BenchPlane {
  readonly plane: TestedPlane;
  readonly store: Store;
  readonly file: string;
  /** Transactions since the last time somebody asked. */
  transactions(): number;
  close(): Promise<void>;
}

interface BenchOptions {
  readonly runs?: boolean;
  readonly file?: string;
  /** Another store than the file. */
  readonly opened?: Store;
}

/** A control plane on a real file, every commit synced to disk. The engine goes only when told, unless `runs` is set. */
export async function benchPlane(
  folder: string,
  { runs = false, file = `${Math.random()}.db`, opened }: BenchOptions = {},
): Promise<BenchPlane> {
  const path = join(folder, file);
  const surroundings = realSurroundings();
  const store = opened ?? openSqliteStore(path, { surroundings });
  let transactions = 0;
  const transact = store.transact.bind(store);
  store.transact = (...transaction) => {
    transactions += 1;
    return transact(...transaction);
  };
  const plane = createTestedPlane({
    store,
    surroundings,
    downstream: instant,
    http: { call: async () => ({ ok: true, output: null }) },
    owner: 'bench',
    runEngine: runs,
  });
  if ((await plane.listWorkspaces()).length === 0) await people(plane);
  return {
    plane,
    store,
    file: path,
    transactions: () => {
      const made = transactions;
      transactions = 0;
      return made;
    },
    close: () => plane.close(),
  };
}

async function people(plane: TestedPlane): Promise<void> {
  await plane.initWorkspace({ workspaceId: 'ws', adminId: 'admin', environment: 'dev' });
  await plane.putPrincipal(admin, { principalId: 'alice', kind: 'user', roles: ['operator'] });
  await plane.putPrincipal(admin, { principalId: 'bob', kind: 'user', roles: ['approver'] });
  // In dev nothing asks by its tier; a rule does, so that the gate is there.
  const rule = { ruleId: 'ask', match: { tools: ['desk_write'], workflows: ['gated'] }, effect: 'RequireApproval' };
  await plane.putPolicy(admin, { source: { policyId: 'ask', name: 'Ask', rules: [rule] }, activate: true });
  await plane.putWorkflow(admin, { source: gated });
  await plane.putWorkflow(admin, { source: straight });
}

/** Plain transactions on the same database engine with the same settings: one row of the size of a run each. */
export function plainWriter(folder: string): { write(): void; close(): void } {
  const database = openSqlite(join(folder, `${Math.random()}.db`));
  database.exec('CREATE TABLE plain (id INTEGER PRIMARY KEY, body TEXT NOT NULL)');
  const insert = database.prepare('INSERT INTO plain (body) VALUES (?)');
  const body = JSON.stringify({ ...gated, padding: 'x'.repeat(1000) });
  return {
    write() {
      database.exec('BEGIN IMMEDIATE');
      insert.run(body);
      database.exec('COMMIT');
    },
    close: () => database.close(),
  };
}

export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'portarium-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export async function elapsed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
