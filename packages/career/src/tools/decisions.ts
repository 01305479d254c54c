import { operation } from '@quadrivium/kernel';
import * as z from 'zod';
import type { CareerApp } from '../app/career-app.js';
import { replayDecision, requireDecision } from '../app/decisions.js';
import { explainMatch, gapSummary } from '../app/explain.js';
import { buildIndex, indexScopes } from '../app/index-build.js';
import { verifyAudit } from '../app/verify-audit.js';
import { DecisionRecord } from '../domain/decision.js';
import { MatchReport } from '../match/report.js';
import { Finding } from '../validate/rule.js';
import { actorOf } from './actor.js';
import { explainingStrategy, traceId } from './shared-fields.js';

const decisionId = z.string().min(1).describe('Id of the decision');

const getDecisionTool = (app: CareerApp) =>
  operation({
    name: 'get_decision',
    title: 'Get a decision',
    description: 'The record of one match: what was decided, from which inputs, by which rules.',
    effect: 'read',
    input: z.strictObject({ decision_id: decisionId }),
    output: DecisionRecord,
    run: ({ decision_id }) => requireDecision(app, decision_id),
  });

const listDecisionsTool = (app: CareerApp) =>
  operation({
    name: 'list_decisions',
    title: 'List decisions',
    description: 'Decisions sorted by id; of one trace when trace_id is given.',
    effect: 'read',
    input: z.strictObject({ trace_id: z.string().min(1).optional().describe('Only decisions of this trace') }),
    output: z.object({ trace_id: z.string().optional(), decisions: z.array(DecisionRecord) }),
    run: ({ trace_id }) => ({
      ...(trace_id === undefined ? {} : { trace_id }),
      decisions: app.store.decisions(trace_id),
    }),
  });

const replayDecisionTool = (app: CareerApp) =>
  operation({
    name: 'replay_decision',
    title: 'Replay a decision',
    description: 'Computes a decision again and says whether it is the same byte for byte, or what has changed since.',
    effect: 'read',
    input: z.strictObject({ decision_id: decisionId }),
    output: z.object({ decision_id: z.string(), same: z.boolean(), differences: z.array(z.string()) }),
    run: ({ decision_id }) => {
      const replay = replayDecision(app, decision_id);
      return { ...replay, differences: [...replay.differences] };
    },
  });

const explainMatchTool = (app: CareerApp) =>
  operation({
    name: 'explain_match',
    title: 'Explain a match',
    description:
      'Per requirement: met, partly or missing, with the words that prove it and the concept path; and which unverified atoms would raise the score.',
    effect: 'read',
    timeoutMs: 60_000,
    input: z.strictObject({
      opportunity_id: z.string().min(1).describe('Opportunity to explain'),
      strategy: explainingStrategy,
    }),
    output: z.object({
      match_report: MatchReport,
      what_if: z.array(
        z.object({ atom_id: z.string(), claim: z.string(), score_from: z.number(), score_to: z.number() }),
      ),
    }),
    run: ({ opportunity_id, strategy: name }) => explainMatch(app, opportunity_id, name),
  });

const gapSummaryTool = (app: CareerApp) =>
  operation({
    name: 'gap_summary',
    title: 'Gaps over many postings',
    description: 'What several postings ask for and no verified atom shows, most often asked first.',
    effect: 'read',
    timeoutMs: 60_000,
    input: z.strictObject({
      opportunity_ids: z.array(z.string()).optional().describe('All stored ones when left out'),
    }),
    output: z.object({
      opportunities: z.int(),
      gaps: z.array(
        z.object({ requirement: z.string(), asked_by: z.array(z.string()), nearest_atom_id: z.string().nullable() }),
      ),
    }),
    run: ({ opportunity_ids }) => {
      const { opportunities, gaps } = gapSummary(app, opportunity_ids);
      return { opportunities, gaps: gaps.map((gap) => ({ ...gap, asked_by: [...gap.asked_by] })) };
    },
  });

const indexBuildTool = (app: CareerApp) =>
  operation({
    name: 'index_build',
    title: 'Build the vector index',
    description:
      'Makes the vectors of atoms, resumes and opportunities; what has not changed is skipped. Reports progress and can be cancelled.',
    effect: 'write',
    idempotent: true,
    timeoutMs: 0,
    input: z.strictObject({
      scope: z.enum(indexScopes).default('all').describe('What to index'),
      trace_id: traceId,
    }),
    output: z.object({
      run_id: z.string(),
      status: z.string(),
      counts: z.object({ indexed: z.int(), skipped: z.int(), stale: z.int() }),
      trace_id: z.string(),
    }),
    run: ({ scope, trace_id }, { identity, signal, progress }) =>
      buildIndex(app, {
        scope,
        ...(trace_id === undefined ? {} : { traceId: trace_id }),
        actor: actorOf(identity),
        signal,
        onProgress: (done, total) => progress.report({ progress: done, total, message: `${done} of ${total} texts` }),
      }),
  });

const verifyAuditTool = (app: CareerApp) =>
  operation({
    name: 'verify_audit',
    title: 'Verify the audit log',
    description: 'Recomputes every hash of the store-wide chain and names the first thing that is wrong.',
    effect: 'read',
    timeoutMs: 60_000,
    input: z.strictObject({}),
    output: z.object({
      valid: z.boolean(),
      entries: z.int(),
      problems: z.array(z.string()),
      findings: z.array(Finding).describe('Runs that were begun and never ended (TRACE-001)'),
    }),
    run: () => verifyAudit(app),
  });

export const decisionTools = [
  getDecisionTool,
  listDecisionsTool,
  replayDecisionTool,
  explainMatchTool,
  gapSummaryTool,
  indexBuildTool,
  verifyAuditTool,
];
