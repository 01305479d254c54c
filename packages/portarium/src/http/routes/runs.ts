import * as z from 'zod';
import { CancelRunAnswer, RunAnswer, RunSummaryAnswer, StartRunAnswer } from '../../client/answers.js';
import { runStatuses } from '../../domain/run.js';
import { Answer, defineRoute } from '../route.js';
import { given, json, listOf, longText, page, text, tier } from './fields.js';

const tag = 'Runs';

const rationale = z.string().trim().min(8).max(2000);

const Intervention = z.discriminatedUnion('interventionType', [
  z.strictObject({ interventionType: z.literal('pause'), rationale }),
  z.strictObject({ interventionType: z.literal('resume'), rationale }),
  z.strictObject({ interventionType: z.literal('annotate'), rationale }),
  z.strictObject({
    interventionType: z.literal('resolve-unknown'),
    rationale,
    stepId: text,
    resolution: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('it-happened'), output: z.unknown().optional() }),
      z.strictObject({ kind: z.literal('it-did-not-happen') }),
      z.strictObject({ kind: z.literal('fail'), message: z.string().optional() }),
    ]),
  }),
]);

const Timeline = z.looseObject({
  runId: z.string(),
  status: z.enum(runStatuses),
  entries: z.array(
    z.looseObject({
      seq: z.number().describe('Number of the entry in the chain of evidence'),
      atIso: z.string(),
      category: z.string(),
      type: z.string(),
      summary: z.string(),
      actor: z.looseObject({ kind: z.string(), id: z.string() }),
      links: z.record(z.string(), z.string()),
      detail: z.record(z.string(), z.unknown()),
    }),
  ),
  effects: z.array(
    z.looseObject({
      stepId: z.string(),
      status: z
        .enum(['Matched', 'Missing', 'OperationMismatch', 'Unplanned'])
        .describe('Missing: not made yet. Unplanned: policy let the call pass without a gate'),
      planned: z.looseObject({ planId: z.string(), arguments: z.unknown(), digest: z.string() }).optional(),
      verified: z.looseObject({ digest: z.string(), outcome: z.string(), atIso: z.string() }).optional(),
    }),
  ),
});

export const runRoutes = [
  defineRoute({
    method: 'POST',
    path: '/runs',
    operationId: 'startRun',
    summary: 'Start a run of a workflow',
    tag,
    body: z.strictObject({
      workflowId: text,
      parameters: json.optional().describe('Input of the run'),
      executionTier: tier.optional().describe('May only be stricter than that of the workflow'),
    }),
    keyed: true,
    status: 201,
    answer: StartRunAnswer,
    async run({ plane, caller, body: { workflowId, parameters, executionTier }, keyed }) {
      const run = await plane.startRun(caller, {
        workflowId,
        ...given({ input: parameters, executionTier }),
        ...keyed,
      });
      const location = `/v1/workspaces/${encodeURIComponent(caller.workspaceId)}/runs/${encodeURIComponent(run.runId)}`;
      return new Answer(run, { location });
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/runs',
    operationId: 'listRuns',
    summary: 'List runs, newest first',
    tag,
    query: z.strictObject({ ...page, status: z.enum(runStatuses).optional(), workflowId: z.string().optional() }),
    answer: listOf(RunSummaryAnswer),
    run: ({ plane, caller, query }) => plane.listRuns(caller, given(query)),
  }),
  defineRoute({
    method: 'GET',
    path: '/runs/{runId}',
    operationId: 'getRun',
    summary: 'A run with its steps and the approvals that wait',
    tag,
    answer: RunAnswer,
    run: ({ plane, caller, params }) => plane.getRun(caller, params.runId),
  }),
  defineRoute({
    method: 'GET',
    path: '/runs/{runId}/timeline',
    operationId: 'getRunTimeline',
    summary: 'What happened to a run, oldest first, and its calls as planned beside its calls as made',
    tag,
    answer: Timeline,
    run: ({ plane, caller, params }) => plane.getTimeline(caller, params.runId),
  }),
  defineRoute({
    method: 'GET',
    path: '/runs/{runId}/steps',
    operationId: 'listSteps',
    summary: 'The steps of a run',
    tag,
    answer: listOf(z.looseObject({ stepId: z.string(), state: z.string() })),
    run: async ({ plane, caller, params }) => ({ items: (await plane.getRun(caller, params.runId)).steps }),
  }),
  defineRoute({
    method: 'POST',
    path: '/runs/{runId}/cancel',
    operationId: 'cancelRun',
    summary: 'Cancel an active run',
    tag,
    body: z.strictObject({ rationale: longText.optional() }),
    bodyOptional: true,
    answer: CancelRunAnswer,
    run: ({ plane, caller, params, body }) =>
      plane.cancelRun(caller, { runId: params.runId, ...given({ reason: body.rationale }) }),
  }),
  defineRoute({
    method: 'POST',
    path: '/runs/{runId}/interventions',
    operationId: 'interveneInRun',
    summary: 'Pause, resume, annotate, or settle a call whose outcome nobody knows',
    tag,
    body: Intervention,
    answer: RunSummaryAnswer,
    run: ({ plane, caller, params: { runId }, body }) =>
      body.interventionType === 'resolve-unknown'
        ? plane.resolveUnknown(caller, {
            runId,
            stepId: body.stepId,
            rationale: body.rationale,
            resolution: given(body.resolution) as never,
          })
        : plane.intervene(caller, { runId, kind: body.interventionType, rationale: body.rationale }),
  }),
  defineRoute({
    method: 'GET',
    path: '/runs/{runId}/evidence',
    operationId: 'listRunEvidence',
    summary: 'The evidence of one run',
    tag,
    query: z.strictObject({ after: z.coerce.number().int().min(0).optional(), limit: page.limit }),
    answer: listOf(z.looseObject({ seq: z.number() })),
    verbatim: true,
    run: async ({ plane, caller, params: { runId }, query }) => {
      await plane.getRun(caller, runId);
      return plane.listEvidence(caller, { runId, ...given(query) });
    },
  }),
];
