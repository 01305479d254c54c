/** The match pipeline: match, validate, record the decision, and leave a trace of each step. */
import type { Actor, JsonValue } from '@quadrivium/ledger';
import * as z from 'zod';
import { type CallEntry, commitWith } from '../audit/call-entry.js';
import type { Opportunity } from '../domain/opportunity.js';
import { faultKind } from '../faults.js';
import { MatchReport } from '../match/report.js';
import { ValidationReport, validate } from '../validate/constitution.js';
import type { CareerApp } from './career-app.js';
import { matchStepsOf } from './claims-of.js';
import { decisionOf } from './decide.js';
import { factsOfRun } from './facts.js';
import { addOpportunity, requireOpportunity } from './opportunities.js';
import { personOf } from './person.js';
import { atOnce, type Steps } from './steps.js';
import { chosenStrategy, defaultPlaces, refuseIdlePlaces } from './strategies.js';

export interface MatchRequest {
  readonly opportunityId?: string | undefined;
  /** An opportunity that is not stored yet; it is stored with the run, so that the decision can be replayed. */
  readonly opportunity?: Opportunity | undefined;
  readonly strategy?: string | undefined;
  readonly kLex?: number;
  readonly kEmb?: number;
  readonly traceId?: string | undefined;
  readonly resumeId?: string | undefined;
  /** Whose claims are matched; those of whoever keeps this database when left out. */
  readonly profileId?: string | undefined;
  readonly actor: Actor;
  readonly call?: CallEntry | undefined;
}

export const MatchOutcome = z.object({
  trace_id: z.string(),
  decision_id: z.string(),
  match_report: MatchReport,
  validation_report: ValidationReport,
});
export type MatchOutcome = z.output<typeof MatchOutcome>;

export const defaultK = defaultPlaces;

export function matchOpportunity(app: CareerApp, request: MatchRequest): MatchOutcome {
  return atOnce(matchInSteps(app, request));
}

/** One step at a time; claims that change meanwhile are not seen, and the decision rests on those of the beginning. */
export function* matchInSteps(app: CareerApp, request: MatchRequest): Steps<MatchOutcome> {
  const generated = app.surroundings.newId('trace');
  const trace = app.traceFor(request.traceId ?? generated, request.actor);
  const resume: Record<string, JsonValue> = request.resumeId === undefined ? {} : { resume_id: request.resumeId };
  trace.record('RunStarted', { source: 'app_service', operation: 'match_pipeline', ...resume });
  try {
    return yield* runPipeline(app, request, trace);
  } catch (error) {
    trace.record('RunFailed', { code: faultKind(error) });
    throw error;
  }
}

function* runPipeline(
  app: CareerApp,
  request: MatchRequest,
  trace: ReturnType<CareerApp['traceFor']>,
): Steps<MatchOutcome> {
  const opportunity = opportunityOf(app, request);
  const strategy = chosenStrategy(app, request.strategy);
  const ks = { kLex: request.kLex ?? defaultK, kEmb: request.kEmb ?? defaultK };
  refuseIdlePlaces(strategy, ks);
  const atoms = app.store.atoms(request.profileId);
  const person = personOf(app, atoms, request.profileId);
  const report = yield* matchStepsOf(app, strategy, { opportunity, atoms, ...ks }, request.profileId, person);
  const { opportunity_id } = opportunity;
  // Six decimals, as the original writes them, so that the text of the event is the same everywhere.
  const scored = `{"opportunity_id":${JSON.stringify(opportunity_id)},"overall_score":${report.overall_score.toFixed(6)}}`;
  trace.record('MatchCompleted', scored, [opportunity_id]);
  const validation = validate(`match-report-${opportunity_id}`, report, app.constitution, factsOfRun(app, report));
  const { status, finding_count } = validation;
  trace.record('ValidationCompleted', { status, finding_count }, [opportunity_id]);
  trace.record('RunCompleted', { status: 'success' });
  const decision = decisionOf({ app, trace: trace.id, opportunity, atoms, person, report, validation, ...ks });
  const { decision_id } = decision;
  const keep = () => {
    app.store.kept.keep(opportunity, atoms, decision.inputs.atoms_sha256);
    app.store.putDecision(decision, decision.created_at);
  };
  commitWith(app.store.database, request.call, () =>
    trace.recordWith(keep, 'DecisionRecorded', { decision_id, opportunity_id }, [opportunity_id, decision_id]),
  );
  return { trace_id: trace.id, decision_id, match_report: report, validation_report: validation };
}

function opportunityOf(app: CareerApp, { opportunityId, opportunity, actor }: MatchRequest): Opportunity {
  if (opportunity) return addOpportunity(app, opportunity, actor).opportunity;
  return requireOpportunity(app, opportunityId ?? '');
}
