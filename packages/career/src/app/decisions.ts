import type { DecisionRecord } from '../domain/decision.js';
import { careerFault } from '../faults.js';
import type { CareerApp } from './career-app.js';
import { sha256Of } from './decide.js';
import { strategyNamed } from './strategies.js';

export function requireDecision(app: CareerApp, id: string): DecisionRecord {
  const decision = app.store.decision(id);
  if (decision) return decision;
  throw careerFault('DECISION_NOT_FOUND', `There is no decision "${id}".`, {
    suggestion: 'list_decisions shows what there is.',
  });
}

export interface Replay {
  readonly decision_id: string;
  readonly same: boolean;
  readonly differences: readonly string[];
}

/** Computes a decision again from today's stores and says what, if anything, is different. */
export function replayDecision(app: CareerApp, id: string): Replay {
  const decision = requireDecision(app, id);
  const { inputs } = decision;
  const opportunity = app.store.opportunity(decision.opportunity_id);
  const atoms = app.store.atoms();
  const differences: string[] = [];
  if (opportunity === undefined) return { decision_id: id, same: false, differences: ['The opportunity is gone.'] };
  if (sha256Of(opportunity) !== inputs.opportunity_sha256) differences.push('The opportunity has changed since.');
  if (sha256Of(atoms) !== inputs.atoms_sha256) differences.push('The atoms have changed since.');
  const strategy = strategyNamed(inputs.strategy);
  const report = strategy?.match({ opportunity, atoms, kLex: inputs.k_lex, kEmb: inputs.k_emb }, app.nearestAtoms);
  if (report === undefined) differences.push(`The strategy ${inputs.strategy} no longer exists.`);
  else if (sha256Of(report) !== decision.report_sha256) differences.push('The report is different.');
  return { decision_id: id, same: differences.length === 0, differences };
}
