/**
 * Kills engines at random moments and starts others in their place. A test process with no engine of its own starts the
 * runs and answers the questions about unknown outcomes, as an operator would, by looking at what really arrived.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { exportLines, nodeCrypto, verifyLines } from '@quadrivium/ledger';
import { expect } from 'vitest';
import type { RunView } from '../../src/answers/index.js';
import { idOf } from '../../src/domain/ids.js';
import type { Caller } from '../../src/domain/principal.js';
import type { Store } from '../../src/domain/store-port.js';
import { realSurroundings } from '../../src/domain/surroundings.js';
import type { Desk } from '../app/desk-server.js';
import { createTestedPlane, type TestedPlane } from '../app/use-cases.js';
import type { EngineProcess } from './engine-process.js';

const step = (actionId: string, tool: string) => ({
  actionId,
  operation: 'mcp:call',
  server: 'desk',
  tool,
  arguments: { run: '{{ run.runId }}', step: actionId },
});

/** Ten steps of all kinds that can be told apart: reading, repeatable, and not to be repeated. */
const tenSteps = {
  name: 'Ten steps',
  executionTier: 'Auto',
  actions: [
    step('read-1', 'desk_read_balance'),
    step('pay-1', 'desk_refund'),
    step('note-1', 'desk_put_note'),
    { actionId: 'pause', operation: 'timer:wait', durationMs: 5 },
    step('pay-2', 'desk_refund'),
    step('pay-3', 'desk_refund'),
    { ...step('left', 'desk_refund'), dependsOn: ['pay-3'] },
    { ...step('right', 'desk_put_note'), dependsOn: ['pay-3'] },
    { ...step('pay-4', 'desk_refund'), dependsOn: ['left', 'right'] },
    { actionId: 'tell', operation: 'event:emit', type: 'Done' },
  ],
};
const unrepeatable = ['pay-1', 'pay-2', 'pay-3', 'left', 'pay-4'];

const operator: Caller = {
  workspaceId: idOf('ws-a'),
  principalId: idOf('alice'),
  kind: 'user',
  roles: ['admin', 'operator'],
};

export interface CrashReport {
  readonly runs: number;
  readonly kills: number;
  readonly unknown: number;
}

export interface CrashSubject {
  readonly store: Store;
  readonly desk: Desk;
  /** An engine in a process of its own on the same database. */
  start(): Promise<EngineProcess>;
  /** What else is made to fail while the engine is at work. */
  readonly meanwhile?: (point: number) => Promise<void>;
  readonly points: number;
  /** A kill comes at the latest this long after the engine began. */
  readonly windowMs: number;
  readonly random: () => number;
}

export async function crashAtRandomPoints(subject: CrashSubject): Promise<CrashReport> {
  const { store, desk, points, windowMs, random } = subject;
  const surroundings = realSurroundings();
  const nothing = {
    servers: () => ['desk'],
    tools: async () => [],
    call: async () => Promise.reject(new Error('not here')),
  };
  const plane = createTestedPlane({
    store,
    surroundings,
    downstream: nothing,
    http: { call: nothing.call },
    owner: 'operator',
    runEngine: false,
  });
  await plane.initWorkspace({ workspaceId: 'ws-a', adminId: 'alice' });
  await plane.putWorkflow(operator, { source: tenSteps });
  const runs: string[] = [];
  let unknown = 0;
  for (let point = 0; point < points; point++) {
    runs.push((await plane.startRun(operator, { workflowId: 'ten-steps' })).runId);
    const engine = await subject.start();
    await randomMoment(desk, random, windowMs);
    await subject.meanwhile?.(point);
    await engine.kill();
    unknown += await answerQuestions(plane, desk);
  }
  const last = await subject.start();
  for (;;) {
    unknown += await answerQuestions(plane, desk);
    const ended = await store.read('ws-a', (tables) =>
      tables.runs.find({ where: { status: { in: ['Succeeded', 'Failed', 'Cancelled'] } } }),
    );
    const failed = ended.find(({ status }) => status !== 'Succeeded');
    if (failed !== undefined)
      throw new Error(`Run ${failed.runId} ended as ${failed.status}: ${JSON.stringify(failed.failure)}`);
    if (ended.length === runs.length) break;
    await sleep(50);
  }
  await last.kill();
  await expectIntact(plane, subject, runs);
  return { runs: runs.length, kills: points, unknown };
}

/** Some milliseconds after the start or, more often, after one of the next calls arrived: then the engine is in the middle. */
async function randomMoment(desk: Desk, random: () => number, windowMs: number): Promise<void> {
  const target = desk.calls.length + Math.floor(random() * 12);
  const latest = Date.now() + windowMs;
  while (desk.calls.length < target && Date.now() < latest) await sleep(1);
  await sleep(random() * 12);
}

/** The operator looks at the other side: did the call arrive or not? */
async function answerQuestions(plane: TestedPlane, desk: Desk): Promise<number> {
  const { items } = await plane.listWorkItems(operator, { mcpStatus: 'pending', limit: 200 });
  const asked = items.filter(({ kind }) => kind === 'unknown-outcome');
  for (const { runId = '', stepId = '' } of asked) {
    const arrived = callsOf(desk, runId, stepId) > 0;
    const resolution = arrived
      ? ({ kind: 'it-happened', output: { refunded: 'seen' } } as const)
      : ({ kind: 'it-did-not-happen' } as const);
    await plane.resolveUnknown(operator, { runId, stepId, resolution, rationale: 'looked it up at the desk' });
  }
  return asked.length;
}

const callsOf = (desk: Desk, runId: string, stepId: string): number =>
  desk.calls.filter(({ arguments: args }) => args.run === runId && args.step === stepId).length;

async function expectIntact(plane: TestedPlane, { store, desk }: CrashSubject, runs: readonly string[]): Promise<void> {
  for (const runId of runs) {
    for (const stepId of unrepeatable) expect(callsOf(desk, runId, stepId), `${runId} ${stepId}`).toBe(1);
    expect(callsOf(desk, runId, 'note-1')).toBeGreaterThanOrEqual(1);
    expectSucceeded(await plane.getRun(operator, runId));
  }
  const scope = { chain: 'ws-a' };
  const lines = exportLines(
    {
      checkpoints: () => store.ledger.checkpoints('ws-a'),
      cuts: async () => [],
      entries: () => store.ledger.entries(scope),
    },
    scope,
  );
  expect(await verifyLines(lines, { crypto: nodeCrypto })).toMatchObject({ valid: true, problems: [] });
  await expectOutboxComplete(store, runs);
}

function expectSucceeded(run: RunView): void {
  expect(run.status).toBe('Succeeded');
  expect(run.steps.map(({ state }) => state)).toEqual(run.steps.map(() => 'Succeeded'));
}

/** Every fact in the evidence has its event, every number is there, and none is there twice. */
async function expectOutboxComplete(store: Store, runs: readonly string[]): Promise<void> {
  const events = await store.events('ws-a', 0, 1_000_000);
  expect(events.map(({ sequence }) => Number(sequence))).toEqual(events.map((_, i) => i + 1));
  const told = new Map<string, number>();
  for (const { type, runid = '' } of events) told.set(`${type} ${runid}`, (told.get(`${type} ${runid}`) ?? 0) + 1);
  const recorded = new Map<string, number>();
  for await (const { type, stream } of store.ledger.entries({ chain: 'ws-a' })) {
    recorded.set(`${type} ${stream}`, (recorded.get(`${type} ${stream}`) ?? 0) + 1);
  }
  for (const runId of runs) {
    expect(told.get(`com.portarium.run.RunStarted ${runId}`)).toBe(1);
    expect(told.get(`com.portarium.run.RunSucceeded ${runId}`)).toBe(1);
    expect(told.get(`com.portarium.workflow.Done ${runId}`)).toBe(1);
    expect(told.get(`com.portarium.action.ActionDispatched ${runId}`)).toBe(recorded.get(`IntentWritten ${runId}`));
    expect(told.get(`com.portarium.action.ActionOutcomeUnknown ${runId}`)).toBe(
      recorded.get(`OutcomeUnknown ${runId}`),
    );
  }
}

/** Numbers that look random and are the same every time. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
