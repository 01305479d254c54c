import * as z from 'zod';
import type { ExperienceAtom } from '../domain/atom.js';
import type { DecisionRecord } from '../domain/decision.js';
import type { Opportunity } from '../domain/opportunity.js';
import { careerFault } from '../faults.js';
import { sha256Of } from '../store/hash.js';
import type { CareerApp } from './career-app.js';
import { matchStepsOf } from './claims-of.js';
import type { Steps } from './steps.js';
import { strategyNamed } from './strategies.js';
import { revisionOf } from './strategy-revision.js';

export function requireDecision(app: CareerApp, id: string): DecisionRecord {
  const decision = app.store.decision(id);
  if (decision) return decision;
  throw careerFault('DECISION_NOT_FOUND', `There is no decision "${id}".`, {
    suggestion: 'list_decisions shows what there is.',
  });
}

/** A decision that an older revision of its strategy made need not come out the same, and nothing is wrong with it. */
export const Replay = z.object({
  decision_id: z.string(),
  same: z.boolean(),
  outcome: z
    .enum(['same', 'another_revision', 'different'])
    .describe('another_revision: the strategy was improved since, and its revision of today comes to another report'),
  differences: z.array(z.string()).describe('Why the decision computed again is another one'),
  changed_since: z.array(z.string()).describe('What has changed in the stores; the decision itself stays as it was'),
});
export type Replay = z.output<typeof Replay>;

/** Computes a decision again from what it rested on, and tells what has changed in the stores since. */
export function* replayDecision(app: CareerApp, id: string): Steps<Replay> {
  const { inputs, opportunity_id, report_sha256 } = requireDecision(app, id);
  const { kept } = app.store;
  const [opportunity, atoms] = [kept.opportunity(inputs.opportunity_sha256), kept.atoms(inputs.atoms_sha256)];
  const changed_since = changesSince(app, opportunity_id, inputs);
  if (opportunity === undefined || atoms === undefined) return yield* replayFromStores(app, id, changed_since);
  const differences = yield* differencesOf(app, inputs, { opportunity, atoms }, report_sha256);
  return { decision_id: id, ...told(inputs, differences), changed_since };
}

function told(inputs: Inputs, differences: string[]): Pick<Replay, 'same' | 'outcome' | 'differences'> {
  if (differences.length === 0) return { same: true, outcome: 'same', differences };
  const onlyTheRevision = differences.length === 1 && differences[0] === otherRevision(inputs);
  return { same: false, outcome: onlyTheRevision ? 'another_revision' : 'different', differences };
}

/** Undefined when the strategy of today is the one that decided. */
function otherRevision({ strategy, strategy_revision: made }: Inputs): string | undefined {
  const now = revisionOf(strategy);
  if (now === made) return undefined;
  const then = made === undefined ? 'an early revision, whose number was not recorded' : `revision ${made}`;
  return `It was made by ${then} of ${strategy}; this is revision ${now ?? 'unknown'}, which comes to another report.`;
}

type Inputs = DecisionRecord['inputs'];
type Material = { readonly opportunity: Opportunity; readonly atoms: readonly ExperienceAtom[] };

/** A decision from before its inputs were kept has only today's stores to be computed from. */
function* replayFromStores(app: CareerApp, id: string, changed: string[]): Steps<Replay> {
  const { inputs, opportunity_id, report_sha256 } = requireDecision(app, id);
  const opportunity = app.store.opportunity(opportunity_id);
  const again =
    opportunity === undefined
      ? []
      : yield* differencesOf(app, inputs, { opportunity, atoms: app.store.atoms(inputs.profile_id) }, report_sha256);
  const differences = [...changed, ...again];
  return { decision_id: id, ...told(inputs, differences), changed_since: changed };
}

function changesSince(app: CareerApp, opportunityId: string, inputs: Inputs): string[] {
  const opportunity = app.store.opportunity(opportunityId);
  const atomsChanged = sha256Of(app.store.atoms(inputs.profile_id)) !== inputs.atoms_sha256;
  return [
    ...(opportunity === undefined ? ['The opportunity is gone.'] : []),
    ...(opportunity !== undefined && sha256Of(opportunity) !== inputs.opportunity_sha256
      ? ['The opportunity has changed since.']
      : []),
    ...(atomsChanged ? ['The atoms have changed since.'] : []),
  ];
}

function* differencesOf(
  app: CareerApp,
  inputs: Inputs,
  { opportunity, atoms }: Material,
  expected: string,
): Steps<string[]> {
  const strategy = strategyNamed(inputs.strategy);
  if (strategy === undefined) return [`The strategy ${inputs.strategy} no longer exists.`];
  const ks = { kLex: inputs.k_lex, kEmb: inputs.k_emb };
  const input = { opportunity, atoms, ...ks };
  const report = yield* matchStepsOf(app, strategy, input, inputs.profile_id, inputs.person ?? null);
  return sha256Of(report) === expected ? [] : [otherRevision(inputs) ?? 'The report is different.'];
}
