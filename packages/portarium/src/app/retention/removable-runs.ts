/** Which runs have been kept long enough. What is open, or what something that stays refers to, stays. */
import type { RunId } from '../../domain/ids.js';
import { type EndedStatus, endedBefore, type RetentionRule } from '../../domain/retention.js';
import type { Run } from '../../domain/run.js';
import type { Collections } from '../../domain/store-port.js';
import { openWorkItemStatuses } from '../../domain/work-item.js';

/** Runs that are looked at in one transaction. */
const batch = 50;

export interface Batch {
  readonly runs: readonly Run[];
  /** Where the next batch begins; absent when there is none. */
  readonly next?: RunId;
}

export async function removableRuns(
  tables: Collections,
  rule: RetentionRule,
  now: number,
  from: { readonly status: EndedStatus; readonly after?: RunId },
): Promise<Batch> {
  const { status, after } = from;
  const limit = endedBefore(rule, status, now);
  const page = { where: { status }, limit: batch, ...(after === undefined ? {} : { after }) };
  const found = await tables.runs.find(page);
  // Ids sort in the order they were made, and nothing ends before it begins.
  const old = found.filter(({ createdAt }) => createdAt < limit);
  const family = new Family(tables, rule, now, await heldByPeople(tables));
  const runs: Run[] = [];
  for (const run of old) if (await family.mayGo(run)) runs.push(run);
  const last = old.at(-1);
  return { runs, ...(last !== undefined && old.length === batch ? { next: last.runId } : {}) };
}

/** Runs that somebody still has to look at something about. */
async function heldByPeople({ workItems }: Collections): Promise<ReadonlySet<string>> {
  const open = await workItems.find({ where: { status: { in: [...openWorkItemStatuses] } } });
  return new Set(open.flatMap(({ runId, links }) => [...(runId === undefined ? [] : [runId]), ...links.runIds]));
}

/** Runs that started, undo or follow each other go together or not at all. */
class Family {
  readonly #tables: Collections;
  readonly #rule: RetentionRule;
  readonly #now: number;
  readonly #held: ReadonlySet<string>;

  constructor(tables: Collections, rule: RetentionRule, now: number, held: ReadonlySet<string>) {
    this.#tables = tables;
    this.#rule = rule;
    this.#now = now;
    this.#held = held;
  }

  async mayGo(run: Run, seen: Set<string> = new Set()): Promise<boolean> {
    seen.add(run.runId);
    if (!(await this.#isOver(run))) return false;
    for (const runId of await this.#relatives(run)) {
      if (seen.has(runId)) continue;
      const relative = await this.#tables.runs.get(runId);
      if (relative !== undefined && !(await this.mayGo(relative, seen))) return false;
    }
    return true;
  }

  async #isOver({ runId, status, endedAt }: Run): Promise<boolean> {
    if (endedAt === undefined || endedAt >= endedBefore(this.#rule, status, this.#now)) return false;
    if (this.#held.has(runId)) return false;
    const approvals = await this.#tables.approvals.find({ where: { run_id: runId, status: 'Pending' }, limit: 1 });
    return approvals.length === 0;
  }

  async #relatives(run: Run): Promise<readonly RunId[]> {
    const steps = await this.#tables.steps.find({ where: { run_id: run.runId } });
    const { parent, compensates, compensatedBy, retries, retriedBy, input } = run;
    const named = [
      parent?.runId,
      compensates?.runId,
      compensatedBy,
      retries,
      retriedBy,
      ...steps.map(({ childRunId }) => childRunId),
    ];
    const before = typeof input.after === 'string' ? [input.after as RunId] : [];
    return [...named.filter((it) => it !== undefined), ...before, ...(await this.#followers(run))];
  }

  /** Later plans of a program: they need the results of the earlier ones for as long as they are under way. */
  async #followers({ runId, workflowId, initiatedBy, input }: Run): Promise<readonly RunId[]> {
    if (!('code' in input)) return [];
    const where = { workflow_id: workflowId, initiated_by: initiatedBy };
    const later = await this.#tables.runs.find({ where, after: runId, limit: 100 });
    return later.filter((it) => it.input.after === runId).map((it) => it.runId);
  }
}
