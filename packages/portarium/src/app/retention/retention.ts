/**
 * How long what has ended is kept. Everything is done in small transactions that each leave the database whole, so that
 * whoever works meanwhile is not kept waiting, and a process that is killed in between has only done less.
 */
import type * as view from '../../answers/index.js';
import { callChain, type EvidenceActor, type EvidenceDraft, engineActor } from '../../domain/evidence.js';
import type { RunId } from '../../domain/ids.js';
import type { Caller } from '../../domain/principal.js';
import { before, type EndedStatus, endedStatuses, type Retention, type RetentionRule } from '../../domain/retention.js';
import type { Run } from '../../domain/run.js';
import { isoTime } from '../../domain/surroundings.js';
import { portariumFault } from '../../faults.js';
import { actorOf, type Deps } from '../deps.js';
import { heldEvidence } from './held-evidence.js';
import { oldEvents, removeOldEvents } from './old-events.js';
import { removableRuns } from './removable-runs.js';
import { removeRun } from './remove-run.js';

export async function getRetention(deps: Deps, caller: Caller): Promise<view.RetentionView> {
  const kept = await deps.store.read(caller.workspaceId, (tables) => tables.retentions.get());
  return retentionView(kept);
}

export async function putRetention(deps: Deps, caller: Caller, rule: RetentionRule): Promise<view.RetentionView> {
  const saved = await deps.transact(caller.workspaceId, async (tx) => {
    const former = await tx.retentions.get();
    const doneAt = former?.doneAt === undefined ? {} : { doneAt: former.doneAt };
    const kept = { workspaceId: tx.workspaceId, rule, savedBy: caller.principalId, savedAt: tx.now, ...doneAt };
    await tx.retentions.put(kept);
    tx.evidence({
      category: 'System',
      type: 'RetentionSaved',
      summary: 'It was said how long what has ended is kept.',
      actor: actorOf(caller),
      detail: { ...rule },
    });
    return kept;
  });
  return retentionView(saved);
}

/** What would go now, and what is in the way of more. */
export async function planRetention(deps: Deps, caller: Caller): Promise<view.RetentionPlan> {
  const { workspaceId } = caller;
  const rule = await ruleOf(deps, workspaceId);
  const now = deps.surroundings.now();
  const runs = Object.fromEntries(endedStatuses.map((status) => [status, 0])) as Record<EndedStatus, number>;
  const going = new Set<string>();
  await eachBatch(async (status, after) => {
    const found = await deps.store.read(workspaceId, (tables) =>
      removableRuns(tables, rule, now, { status, ...(after === undefined ? {} : { after }) }),
    );
    runs[status] += found.runs.length;
    for (const { runId } of found.runs) going.add(runId);
    return found.next;
  });
  return {
    runs,
    events: await countEvents(deps, workspaceId, rule, now),
    evidence: await reachOf(deps, workspaceId, workspaceId, rule, going),
    calls: await reachOf(deps, workspaceId, callChain(workspaceId), rule, going),
    bytes: await deps.store.pruning.size(),
    ...(deps.signer === undefined && rule.evidenceDays !== undefined ? { problem: noKey } : {}),
  };
}

const noKey =
  'There is no key to sign with, so no evidence is removed: give the server a key file, PORTARIUM_KEY_FILE.';

export interface RetentionOptions {
  /** No entry after this one is removed: what was exported before, for instance. */
  readonly evidenceUpTo?: number;
  /** Writes the database anew to give back all of its room. */
  readonly compact?: boolean;
}

export function runRetention(
  deps: Deps,
  caller: Caller,
  options: RetentionOptions = {},
): Promise<view.RetentionReport> {
  return prune(deps, caller.workspaceId, actorOf(caller), options);
}

/** The same by itself, where the rule says so and nobody else has done it. */
export async function retainWhereDue(deps: Deps): Promise<void> {
  for (const { workspaceId } of await deps.store.workspaces()) {
    const isDue = await deps.store.transact(workspaceId, async (tx) => {
      const kept = await tx.retentions.get();
      const every = (kept?.rule.everyHours ?? Number.POSITIVE_INFINITY) * 3_600_000;
      if (kept === undefined || (kept.doneAt ?? kept.savedAt) + every > tx.now) return false;
      // Written first: of several engines one does it.
      await tx.retentions.put({ ...kept, doneAt: tx.now });
      return true;
    });
    if (isDue) await prune(deps, workspaceId, engineActor, {});
  }
}

async function prune(
  deps: Deps,
  workspaceId: string,
  actor: EvidenceActor,
  { evidenceUpTo = Number.MAX_SAFE_INTEGER, compact = false }: RetentionOptions,
): Promise<view.RetentionReport> {
  const rule = await ruleOf(deps, workspaceId);
  const { runs, documents } = await removeRuns(deps, workspaceId, rule, actor);
  let events = 0;
  for (let removed = -1; removed !== 0; events += removed)
    removed = await deps.store.transact(workspaceId, (tx) => removeOldEvents(tx, rule));
  const cut = await cutChain(deps, workspaceId, workspaceId, rule, evidenceUpTo);
  const cutCalls = await cutChain(deps, workspaceId, callChain(workspaceId), rule, Number.MAX_SAFE_INTEGER);
  const { way, bytesBefore, bytesAfter } = await deps.store.pruning.vacuum(compact);
  const report = { runs, documents, events, evidence: cut, calls: cutCalls, vacuum: way, bytesBefore, bytesAfter };
  if (documents + events + cut.count + cutCalls.count > 0) await record(deps, workspaceId, actor, report);
  return { ...report, ...(deps.signer === undefined && rule.evidenceDays !== undefined ? { problem: noKey } : {}) };
}

/** Named one by one: their evidence may stay longer than they do. */
const removed = (runs: readonly Run[], actor: EvidenceActor): EvidenceDraft => ({
  category: 'System',
  type: 'RunsRemoved',
  summary: 'Runs that had been kept long enough were removed.',
  actor,
  detail: { runIds: runs.map(({ runId }) => runId) },
});

async function removeRuns(deps: Deps, workspaceId: string, rule: RetentionRule, actor: EvidenceActor) {
  const runs = Object.fromEntries(endedStatuses.map((status) => [status, 0])) as Record<EndedStatus, number>;
  let documents = 0;
  await eachBatch((status, after) =>
    deps.store.transact(workspaceId, async (tx) => {
      const found = await removableRuns(tx, rule, tx.now, { status, ...(after === undefined ? {} : { after }) });
      for (const run of found.runs) documents += await removeRun(tx, run);
      if (found.runs.length > 0) tx.evidence(removed(found.runs, actor));
      runs[status] += found.runs.length;
      return found.next;
    }),
  );
  return { runs, documents };
}

async function eachBatch(work: (status: EndedStatus, after: RunId | undefined) => Promise<RunId | undefined>) {
  for (const status of endedStatuses) {
    for (let after = await work(status, undefined); after !== undefined; ) after = await work(status, after);
  }
}

async function countEvents(deps: Deps, workspaceId: string, rule: RetentionRule, now: number): Promise<number> {
  let count = 0;
  for (let after = { event: 0, call: '' }; ; ) {
    const { events, calls } = await deps.store.read(workspaceId, (tables) => oldEvents(tables, rule, now, after));
    if (events.length + calls.length === 0) return count;
    count += events.length + calls.length;
    after = { event: events.at(-1) ?? after.event, call: calls.at(-1) ?? after.call };
  }
}

/** How far a chain can be cut, with what is in the way of more; `going` are runs that would have gone by then. */
async function reachOf(
  deps: Deps,
  workspaceId: string,
  chain: string,
  rule: RetentionRule,
  going?: ReadonlySet<string>,
) {
  const limit = before(rule.evidenceDays, deps.surroundings.now());
  const beforeIso = limit === Number.NEGATIVE_INFINITY ? '' : isoTime(limit);
  const reach = await deps.store.pruning.reach(workspaceId, chain, beforeIso, going);
  const held = await heldEvidence(deps, workspaceId, rule, reach);
  const { heldBack: _, ...plain } = reach;
  return { ...plain, ...(held && { held }) };
}

async function cutChain(deps: Deps, workspaceId: string, chain: string, rule: RetentionRule, most: number) {
  const { signer, surroundings, store } = deps;
  const { from, upTo, ...held } = await reachOf(deps, workspaceId, chain, rule);
  let last = from;
  if (signer !== undefined) {
    const request = { workspaceId, chain, upTo: Math.min(upTo, most), signer };
    for (let cut: { readonly seq: number } | undefined = { seq: from }; cut !== undefined; last = cut?.seq ?? last)
      cut = await store.pruning.cut({ ...request, at: isoTime(surroundings.now()) });
  }
  return { count: last - from, cutUpTo: last, ...held };
}

async function record(
  deps: Deps,
  workspaceId: string,
  actor: EvidenceActor,
  report: view.RetentionReport,
): Promise<void> {
  await deps.store.transact(workspaceId, async (tx) => {
    tx.evidence({
      category: 'System',
      type: 'RetentionDone',
      summary: 'What had been kept long enough was removed.',
      actor,
      detail: { ...report },
    });
  });
}

async function ruleOf(deps: Deps, workspaceId: string): Promise<RetentionRule> {
  const kept = await deps.store.read(workspaceId, (tables) => tables.retentions.get());
  if (kept !== undefined) return kept.rule;
  throw portariumFault('Conflict', 'Nobody has said how long anything is kept, so everything is.', {
    suggestion: 'Say it first, for instance: portarium retention set --succeeded-days 90 --evidence-days 400',
  });
}

function retentionView(kept: Retention | undefined): view.RetentionView {
  if (kept === undefined) return { rule: {} };
  const { rule, savedBy, savedAt, doneAt } = kept;
  return {
    rule,
    savedByUserId: savedBy,
    savedAtIso: isoTime(savedAt),
    ...(doneAt === undefined ? {} : { doneAtIso: isoTime(doneAt) }),
  };
}
