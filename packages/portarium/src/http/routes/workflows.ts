import * as z from 'zod';
import { invalidInput } from '../../faults.js';
import { defineRoute } from '../route.js';
import { given, items, json, listOf, source } from './fields.js';

const tag = 'Workflows';
const Workflow = z.looseObject({
  workflowId: z.string(),
  version: z.number(),
  active: z.boolean(),
  definition: z.looseObject({ name: z.string() }),
});
const Validation = z.looseObject({ valid: z.boolean(), problems: z.array(z.unknown()) });
const Wrapped = z.union([z.strictObject({ source, activate: z.boolean().optional() }), json]);

/** A definition may come bare, as in the original, or wrapped as text with a word about activation. */
function unwrap(body: z.output<typeof Wrapped>): { source: unknown; activate?: boolean } {
  if (!('source' in body)) return { source: body };
  const { activate } = body as { activate?: boolean };
  return { source: body.source, ...(activate === undefined ? {} : { activate }) };
}

export const workflowRoutes = [
  defineRoute({
    method: 'GET',
    path: '/workflows',
    operationId: 'listWorkflows',
    summary: 'List workflows',
    tag,
    answer: listOf(Workflow),
    run: ({ plane, caller }) => items(plane.listWorkflows(caller)),
  }),
  defineRoute({
    method: 'POST',
    path: '/workflows',
    operationId: 'createWorkflow',
    summary: 'Save a workflow; version 1 or the next one',
    tag,
    body: Wrapped,
    status: 201,
    answer: Workflow,
    run: ({ plane, caller, body }) => plane.putWorkflow(caller, unwrap(body)),
  }),
  defineRoute({
    method: 'POST',
    path: '/workflows:validate',
    operationId: 'validateWorkflow',
    summary: 'Check a definition without saving it',
    tag,
    body: Wrapped,
    answer: Validation,
    run: ({ plane, caller, body }) => plane.validateWorkflow(caller, unwrap(body).source),
  }),
  defineRoute({
    method: 'POST',
    path: '/workflows:dry-run',
    operationId: 'dryRunDefinition',
    summary: 'What a definition would do first, without doing it',
    tag,
    body: z.strictObject({ source, parameters: json.optional() }),
    answer: Validation,
    run: ({ plane, caller, body }) =>
      plane.dryRunWorkflow(caller, { source: body.source, ...given({ input: body.parameters }) }),
  }),
  defineRoute({
    method: 'GET',
    path: '/workflows/{workflowId}',
    operationId: 'getWorkflow',
    summary: 'A workflow; the active version unless one is named',
    tag,
    query: z.strictObject({ version: z.coerce.number().int().min(1).optional() }),
    answer: Workflow,
    run: ({ plane, caller, params, query }) => plane.getWorkflow(caller, params.workflowId, query.version),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/workflows/{workflowId}',
    operationId: 'updateWorkflow',
    summary: 'Save a new version; fields that are left out stay as they are',
    tag,
    body: json,
    answer: Workflow,
    async run({ plane, caller, params: { workflowId }, body }) {
      if (Object.keys(body).length === 0) throw invalidInput('There is nothing to change.');
      const { definition } = await plane.getWorkflow(caller, workflowId);
      return plane.putWorkflow(caller, { source: { ...definition, ...body }, workflowId });
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/workflows/{workflowId}',
    operationId: 'archiveWorkflow',
    summary: 'Archive a workflow; runs under way go on',
    tag,
    status: 204,
    run: ({ plane, caller, params }) => plane.archiveWorkflow(caller, params.workflowId),
  }),
  defineRoute({
    method: 'POST',
    path: '/workflows/{workflowId}:activate',
    operationId: 'activateWorkflow',
    summary: 'Make one version the active one',
    tag,
    body: z.strictObject({ version: z.int().min(1) }),
    answer: Workflow,
    run: ({ plane, caller, params, body }) => plane.activateWorkflow(caller, { ...params, ...body }),
  }),
  defineRoute({
    method: 'POST',
    path: '/workflows/{workflowId}:validate',
    operationId: 'validateStoredWorkflow',
    summary: 'Check a saved workflow against the servers as they are now',
    tag,
    answer: Validation,
    async run({ plane, caller, params: { workflowId } }) {
      const { definition } = await plane.getWorkflow(caller, workflowId);
      return plane.validateWorkflow(caller, definition);
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/workflows/{workflowId}:dry-run',
    operationId: 'dryRunWorkflow',
    summary: 'What a run with this input would do first, without doing it',
    tag,
    body: z.strictObject({ parameters: json.optional() }),
    bodyOptional: true,
    answer: Validation,
    run: ({ plane, caller, params, body }) =>
      plane.dryRunWorkflow(caller, { ...params, ...given({ input: body.parameters }) }),
  }),
];
