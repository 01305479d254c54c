/** What becomes of a batch when its worker has answered, or did not. */
import { Fault } from '@quadrivium/kernel/fault';
import { CallLost, NobodyThere } from '../wire/inbox.js';
import type { Answer, Knowledge, Outcome } from '../wire/messages.js';
import type { Call, Member } from './member.js';

/** What is wrong with a worker and not with the study. */
const ownFaults: ReadonlySet<string> = new Set(['MpiError', 'LimitExceeded']);

/** Throws where the worker cannot be used any more. */
export function takeOutcome(member: Member, call: Call, answered: Outcome): void {
  if (answered.type === 'done') takeAnswers(member, call, answered);
  else if (answered.type === 'lacking') member.relearn(answered.known as Knowledge[]);
  else if (answered.type === 'elsewhere') member.state = 'new';
  else if (answered.type === 'failed') takeFault(member, call, answered.fault);
}

/** Why a worker is not asked again; undefined where it may be. */
export function obstacleAfter(member: Member, cause: unknown): string | undefined {
  if (cause instanceof CallLost) return undefined;
  if (!(cause instanceof NobodyThere)) return faultOf(cause).message;
  member.state = 'new';
  member.seenAt = Number.NEGATIVE_INFINITY;
  return undefined;
}

function takeAnswers(member: Member, call: Call, { answers, seconds }: Extract<Outcome, { type: 'done' }>): void {
  if (answers.length !== call.entries.length) throw new Fault('MpiError', 'A worker left tasks out.', {});
  member.measured(call.kind, answers.length, seconds);
  call.entries.forEach((entry, k) => {
    if (entry.isSettled) return;
    entry.errand.take(answers[k]!);
    entry.settle();
    member.answered++;
    member.lpSolves += solvesOf(answers[k]!);
  });
}

function takeFault(
  member: Member,
  { entries }: Call,
  { kind, message, context, suggestion }: Extract<Outcome, { type: 'failed' }>['fault'],
): void {
  const fault = new Fault(kind, message, { context, ...(suggestion === undefined ? {} : { suggestion }) });
  if (ownFaults.has(kind)) throw fault;
  // Whoever solved it would have found the same.
  for (const entry of entries) if (!entry.isSettled) entry.fail(fault);
  member.answered++;
}

/** Whatever a worker says must not end a run. */
function faultOf(cause: unknown): Fault {
  if (cause instanceof Fault) return cause;
  return new Fault('MpiError', `What a worker answered could not be used: ${String(cause)}`, {
    suggestion: 'Use the same version of cobre everywhere, and let nobody else publish below its prefix.',
  });
}

function solvesOf(answer: Answer): number {
  return answer.type === 'scenario' ? answer.work.lpSolves : (answer.statistics.solves ?? 0);
}
