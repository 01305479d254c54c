/** Evidence goes from the oldest on, so that one run that stays holds back all that came after it: which one, why, and what to do. */
import type * as view from '../../answers/index.js';
import { idOf } from '../../domain/ids.js';
import { type EndedStatus, endedBefore, endedStatuses, ofStatus, type RetentionRule } from '../../domain/retention.js';
import type { Run } from '../../domain/run.js';
import type { Reach } from '../../domain/store-port.js';
import { isoTime } from '../../domain/surroundings.js';
import type { Deps } from '../deps.js';

export async function heldEvidence(
  { store, surroundings }: Deps,
  workspaceId: string,
  rule: RetentionRule,
  { heldBy, heldBack = 0 }: Reach,
): Promise<view.HeldEvidence | undefined> {
  if (heldBy === undefined) return undefined;
  const run = await store.read(workspaceId, (tables) => tables.runs.get(idOf(heldBy)));
  if (run === undefined) return undefined;
  const { runId, definition, status, createdAt } = run;
  const facts = { runId, workflow: definition.name, status, sinceIso: isoTime(createdAt), entries: heldBack };
  return { ...facts, ...reason(run, rule, surroundings.now()) };
}

function reason(run: Run, rule: RetentionRule, now: number): Pick<view.HeldEvidence, 'why' | 'todo'> {
  const { runId, status, endedAt } = run;
  if (endedAt === undefined || !isEnded(status))
    return {
      why: 'It has not ended.',
      todo: `Bring it to its end, or cancel it: portarium run cancel ${runId}`,
    };
  const days = rule[ofStatus[status]];
  if (days === undefined)
    return {
      why: `Nobody has said how long runs with the status ${status} are kept.`,
      todo: `Say it with the rest of the rule: portarium retention set --${status.toLowerCase()}-days DAYS …`,
    };
  if (endedAt >= endedBefore(rule, status, now))
    return {
      why: `It ended at ${isoTime(endedAt)} and is kept for ${days} days.`,
      todo: 'Nothing; it goes when they are over.',
    };
  return {
    why: 'Something that is still open refers to it: a work item, an approval, or a run that started, undoes or follows it.',
    todo: `See what that is and bring it to its end: portarium run get ${runId}`,
  };
}

const isEnded = (status: Run['status']): status is EndedStatus => endedStatuses.some((it) => it === status);
