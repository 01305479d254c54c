import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redactor } from '@quadrivium/kernel';
import type { Signer } from '@quadrivium/ledger';
import { onTestFinished } from 'vitest';
import type { Channels } from '../../src/app/notices/notice-outlet.js';
import type { WebhookPost } from '../../src/app/webhooks/webhook-post.js';
import { type Keys, keysFor } from '../../src/bin/key-file.js';
import { idOf } from '../../src/domain/ids.js';
import type { Caller } from '../../src/domain/principal.js';
import type { Store } from '../../src/domain/store-port.js';
import { realSurroundings, type Surroundings } from '../../src/domain/surroundings.js';
import type { Environment } from '../../src/domain/tier.js';
import { connectDownstream } from '../../src/downstream/kernel-downstream.js';
import type { JournalEngineOptions } from '../../src/engine/engine-options.js';
import { createHttpCaller } from '../../src/steps/http-caller.js';
import type { Downstream } from '../../src/steps/ports.js';
import { openSqliteStore } from '../../src/store/sqlite-store.js';
import type { Desk } from './desk-server.js';
import { createTestedPlane, type TestedPlane } from './use-cases.js';

/** Real ids and tokens, but time stands still until the test lets it pass. */
export interface TestClock extends Surroundings {
  pass(milliseconds: number): void;
}

export function testClock(start = Date.UTC(2026, 0, 5, 12)): TestClock {
  const real = realSurroundings();
  let now = start;
  const pass = (milliseconds: number): void => {
    now += milliseconds;
  };
  return { ...real, now: () => now, pass };
}

export interface People {
  readonly adam: Caller;
  readonly alice: Caller;
  readonly bob: Caller;
  readonly carol: Caller;
  readonly zoe: Caller;
  readonly bot: Caller;
}

export interface TestPlane extends People {
  readonly plane: TestedPlane;
  readonly store: Store;
  readonly clock: TestClock;
  readonly file: string;
  readonly keys: Keys;
  readonly redactor: Redactor;
  /** Lets the engine go until nothing is due. */
  settle(): Promise<void>;
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portarium-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface PlaneOptions {
  readonly desk?: Desk;
  readonly downstream?: Downstream;
  readonly environment?: Environment;
  readonly file?: string;
  readonly clock?: TestClock;
  readonly workspaceId?: string;
  readonly openStore?: (options: { surroundings: Surroundings; redact: <T>(value: T) => T }) => Promise<Store>;
  readonly allowedHosts?: readonly string[];
  readonly leaseMs?: number;
  readonly owner?: string;
  readonly isGone?: (owner: string) => boolean;
  readonly cancelGraceMs?: number;
  readonly signer?: Signer;
  readonly checkpointMs?: number;
  readonly runEngine?: boolean;
  readonly onProblem?: (error: unknown) => void;
  readonly webhookPost?: WebhookPost;
  readonly channels?: Channels;
  readonly consoleUrl?: string;
  readonly pushKey?: string;
  /** What else is to be said to the engine. */
  readonly engine?: Partial<JournalEngineOptions>;
}

const noServers: Downstream = {
  servers: () => [],
  tools: async () => [],
  call: async () => ({ ok: false, certainty: 'not-sent', error: { kind: 'None', message: 'none', retryable: false } }),
};

/** A control plane on a real file; opening the same file again is a restart. */
export async function openPlane(options: PlaneOptions = {}): Promise<TestPlane> {
  const { workspaceId = 'ws-a', environment = 'staging', clock = testClock() } = options;
  const file = options.file ?? join(temporaryFolder(), 'portarium.db');
  const redactor = new Redactor();
  const redact = <T>(value: T): T => redactor.redact(value);
  const store = await (options.openStore?.({ surroundings: clock, redact }) ??
    openSqliteStore(file, { surroundings: clock, redact }));
  const own =
    options.desk === undefined ? undefined : connectDownstream({ desk: { type: 'http', url: options.desk.url } });
  const keys = keysFor(file) as Keys;
  const plane = createTestedPlane({
    store,
    surroundings: clock,
    redact,
    maskSecrets: (value) => redactor.certain().redact(value),
    downstream: options.downstream ?? own ?? noServers,
    http: createHttpCaller({ allowedHosts: options.allowedHosts ?? [] }),
    owner: options.owner ?? 'test',
    ...keys,
    runEngine: options.runEngine ?? false,
    ...(options.signer === undefined ? {} : { signer: options.signer }),
    ...(options.checkpointMs === undefined ? {} : { checkpointMs: options.checkpointMs }),
    ...(options.onProblem === undefined ? {} : { onProblem: options.onProblem }),
    ...(options.webhookPost === undefined ? {} : { webhookPost: options.webhookPost }),
    ...(options.channels === undefined ? {} : { channels: options.channels }),
    ...(options.pushKey === undefined ? {} : { pushKey: options.pushKey }),
    ...(options.consoleUrl === undefined ? {} : { consoleUrl: options.consoleUrl }),
    engine: {
      catalogMaxAgeMs: 0,
      ...(options.leaseMs === undefined ? {} : { leaseMs: options.leaseMs }),
      ...(options.isGone === undefined ? {} : { isGone: options.isGone }),
      ...(options.cancelGraceMs === undefined ? {} : { cancelGraceMs: options.cancelGraceMs }),
      onProblem: (error) => process.stderr.write(`${String((error as Error).stack)}\n`),
      ...options.engine,
    },
  });
  onTestFinished(async () => {
    await plane.close();
    await own?.close();
  });
  const people = await peopleOf(plane, workspaceId, environment);
  return { plane, store, clock, file, keys, redactor, ...people, settle: () => plane.engine.runUntilIdle() };
}

async function peopleOf(plane: TestedPlane, workspaceId: string, environment: Environment): Promise<People> {
  const known = (await plane.listWorkspaces()).some((it) => it.workspaceId === workspaceId);
  const adam: Caller = { workspaceId: idOf(workspaceId), principalId: idOf('adam'), kind: 'user', roles: ['admin'] };
  if (!known) {
    await plane.initWorkspace({ workspaceId, environment, adminId: 'adam' });
    const user = (principalId: string, roles: string[]) =>
      plane.putPrincipal(adam, { principalId, kind: 'user', roles });
    await user('alice', ['operator', 'approver']);
    await user('bob', ['approver']);
    await user('carol', ['approver']);
    await user('zoe', ['auditor']);
    await plane.putPrincipal(adam, { principalId: 'bot-1', kind: 'agent', roles: ['agent'], onBehalfOf: 'alice' });
  }
  const user = (principalId: string, ...roles: string[]): Caller => ({
    workspaceId: idOf(workspaceId),
    principalId: idOf(principalId),
    kind: 'user',
    roles,
  });
  return {
    adam,
    alice: user('alice', 'operator', 'approver'),
    bob: user('bob', 'approver'),
    carol: user('carol', 'approver'),
    zoe: user('zoe', 'auditor'),
    bot: {
      workspaceId: idOf(workspaceId),
      principalId: idOf('bot-1'),
      kind: 'agent',
      roles: ['agent'],
      onBehalfOf: idOf('alice'),
    },
  };
}

/** Read, then refund: the refund asks in staging. */
export const refundFlow = {
  name: 'Refund',
  executionTier: 'HumanApprove',
  actions: [
    {
      actionId: 'look',
      operation: 'mcp:call',
      server: 'desk',
      tool: 'desk_read_balance',
      arguments: { account: '{{ input.account }}' },
    },
    {
      actionId: 'refund',
      operation: 'mcp:call',
      server: 'desk',
      tool: 'desk_refund',
      arguments: { amount: '{{ input.amount }}' },
    },
    { actionId: 'close', operation: 'event:emit', type: 'Refunded', data: { amount: '{{ input.amount }}' } },
  ],
};

/** The same without anything that asks. */
export const autoFlow = { ...refundFlow, name: 'Auto refund', executionTier: 'Auto' };

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
