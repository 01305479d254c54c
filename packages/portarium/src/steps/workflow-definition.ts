import * as z from 'zod';
import { type WorkflowDefinition as Definition, definitionOf } from '../domain/workflow.js';
import { stepKinds } from './index.js';

const [first, ...others] = stepKinds;

/** What a workflow may say: what all steps say, and what each kind adds. */
export const WorkflowDefinition = definitionOf(
  z.discriminatedUnion('operation', [first.schema, ...others.map(({ schema }) => schema)]),
);

export type WorkflowDefinition = Definition;

/** The JSON Schema that editors and other languages check against. */
export function workflowJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(WorkflowDefinition, { io: 'input' }) as Record<string, unknown>;
}
