/**
 * Nobody changes what decides about calls without having been shown what that changes. Whoever makes a policy count, or takes one
 * out of use, names the difference they saw by its digest, or says that they did without, which is recorded. While no policy is active there is
 * nothing to differ from, and a policy that is already active in the same words changes nothing.
 */
import { digestOf } from '../../domain/json.js';
import type { Policy } from '../../domain/policy.js';
import { type Caller, permits } from '../../domain/principal.js';
import type { Tx } from '../../domain/store-port.js';
import { conflict, type Fault, invalidInput } from '../../faults.js';
import { policyVersionOf } from '../../policy/evaluate.js';
import type { Deps } from '../deps.js';
import { diffOf, type PolicyChange, type PolicyDiff } from './simulate-policy.js';

export interface Shown {
  readonly diffDigest?: string;
  readonly withoutDiff?: boolean;
}

/** What evidence keeps of it, and the active policies it is about (none when it does not matter which they are). */
export interface SeenDiff {
  readonly detail: Readonly<Record<string, unknown>>;
  readonly activeThen?: string;
}

export const diffNotNeeded: SeenDiff = { detail: {} };

export async function seenDiff(deps: Deps, caller: Caller, change: PolicyChange, shown: Shown): Promise<SeenDiff> {
  const { diffDigest, withoutDiff = false } = shown;
  if (withoutDiff && diffDigest !== undefined) throw eitherOr();
  if (withoutDiff) return { detail: { withoutDiff } };
  const now = deps.surroundings.now();
  return deps.store.read(caller.workspaceId, async (tables) => {
    const active = await tables.policies.find({ where: { active: 1 } });
    const activeThen = policyVersionOf(active);
    if (diffDigest === undefined && changesNothing(active, change)) return { detail: {}, activeThen };
    const history = await tables.calls.find();
    const until = shownUntil(diffDigest, now - deps.idempotencyMs, now);
    const seen = until === undefined ? undefined : diffOf(change, active, history, until);
    if (seen === undefined || seen.diffDigest !== diffDigest)
      throw notSeen(caller, diffOf(change, active, history, now), diffDigest !== undefined);
    const { considered, changes } = seen;
    return { detail: { diff: { digest: diffDigest, considered, changes: changes.length } }, activeThen };
  });
}

/** Another policy may have been activated since: then the difference is another one. */
export async function requireStillSeen(tx: Tx, { activeThen }: SeenDiff): Promise<void> {
  if (activeThen === undefined) return;
  if (policyVersionOf(await tx.policies.find({ where: { active: 1 } })) === activeThen) return;
  throw conflict(
    'The active policies have changed in this moment, so this change would now decide otherwise than was shown.',
    { code: 'DiffStale' },
    'Ask again to be shown the difference from what is active now.',
  );
}

const changesNothing = (active: readonly Policy[], change: PolicyChange): boolean =>
  active.length === 0 ||
  active.some(({ policyId, body }) => policyId === change.policyId && digestOf(body) === digestOf(change));

/** The time in the digest; nothing when it is no time between these. */
function shownUntil(diffDigest: string | undefined, earliest: number, latest: number): number | undefined {
  const until = Number.parseInt(diffDigest ?? '', 10);
  return until >= earliest && until <= latest ? until : undefined;
}

function notSeen(caller: Caller, diff: PolicyDiff, stale: boolean): Fault {
  const code = stale ? 'DiffStale' : 'DiffNeeded';
  const why = stale ? 'That digest is of another policy, or the active ones or the past have changed since. ' : '';
  if (!permits(caller, 'policy:read'))
    return conflict(`${why}What this changes has to be looked at first.`, { code }, mayNotSee);
  const { considered, changes, diffDigest } = diff;
  const context = { code, diffDigest, considered, changed: changes.length, changes: changes.slice(0, listed) };
  return conflict(`${why}${summary(diff)}`, context, howToGoOn(diffDigest));
}

/** The rest is told by `policy simulate --against active`. */
const listed = 50;

const mayNotSee = 'Use a credential with policy:read, or withoutDiff (--without-diff), which goes into evidence.';

const howToGoOn = (digest: string): string =>
  `If that is meant, repeat it with diffDigest (--diff-digest) ${digest}; withoutDiff (--without-diff) goes into evidence.`;

function summary({ considered, changes }: PolicyDiff): string {
  const head = `Not done yet: against the active policies this decides ${changes.length} of ${considered} past calls otherwise`;
  const counted = new Map<string, number>();
  for (const { tool, before, after } of changes) {
    const line = `${tool} ${before} → ${after}`;
    counted.set(line, (counted.get(line) ?? 0) + 1);
  }
  const lines = [...counted].sort(([, a], [, b]) => b - a).map(([line, times]) => `${times} × ${line}`);
  const more = lines.length > 8 ? [`and ${lines.length - 8} more kinds`] : [];
  return lines.length === 0 ? `${head}.` : `${head}: ${[...lines.slice(0, 8), ...more].join('; ')}.`;
}

const eitherOr = (): Fault =>
  invalidInput('Either a difference was seen or it was not.', {
    withoutDiff: ['is not given together with diffDigest'],
  });
