import * as z from 'zod';
import { ToolExposure, toolClasses } from '../../domain/policy.js';
import { notFound } from '../../faults.js';
import { defineRoute } from '../route.js';
import { given, items, listOf, source, text } from './fields.js';

const tag = 'Policies';
const Policy = z.looseObject({ policyId: z.string(), version: z.number(), active: z.boolean() });
const Tool = z.looseObject({
  server: z.string(),
  tool: z.string(),
  schemaHash: z.string(),
  class: z.enum(toolClasses),
});

export const policyRoutes = [
  defineRoute({
    method: 'GET',
    path: '/policies',
    operationId: 'listPolicies',
    summary: 'List policies',
    tag,
    answer: listOf(Policy),
    run: ({ plane, caller }) => items(plane.listPolicies(caller)),
  }),
  defineRoute({
    method: 'POST',
    path: '/policies',
    operationId: 'savePolicy',
    summary: 'Save a policy; it counts once it is active',
    tag,
    body: z.strictObject({ source, activate: z.boolean().optional() }),
    status: 201,
    answer: Policy,
    run: ({ plane, caller, body: { source: policy, activate } }) =>
      plane.putPolicy(caller, { source: policy, ...given({ activate }) }),
  }),
  defineRoute({
    method: 'GET',
    path: '/policies/{policyId}',
    operationId: 'getPolicy',
    summary: 'The versions of a policy, newest first',
    tag,
    answer: listOf(Policy),
    async run({ plane, caller, params: { policyId } }) {
      const versions = (await plane.listPolicies(caller)).filter((policy) => policy.policyId === policyId);
      if (versions.length === 0) throw notFound('policy', policyId);
      return { items: versions.sort((a, b) => b.version - a.version) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/policies:simulate',
    operationId: 'simulatePolicy',
    summary: 'Which past calls this policy would have changed; writes nothing',
    tag,
    body: z.strictObject({ source, sinceIso: z.iso.datetime().optional() }),
    answer: z.looseObject({ considered: z.number(), changes: z.array(z.unknown()) }),
    run: ({ plane, caller, body: { source: policy, sinceIso } }) =>
      plane.simulatePolicy(caller, { source: policy, ...given({ sinceIso }) }),
  }),
  defineRoute({
    method: 'POST',
    path: '/policies/{policyId}:activate',
    operationId: 'activatePolicy',
    summary: 'Make one version count',
    tag,
    body: z.strictObject({ version: z.int().min(1) }),
    answer: Policy,
    run: ({ plane, caller, params, body }) => plane.activatePolicy(caller, { ...params, ...body }),
  }),
  defineRoute({
    method: 'POST',
    path: '/policies/{policyId}:deactivate',
    operationId: 'deactivatePolicy',
    summary: 'Take a policy out of use',
    tag,
    status: 204,
    run: ({ plane, caller, params }) => plane.deactivatePolicy(caller, params.policyId),
  }),
  defineRoute({
    method: 'GET',
    path: '/tool-exposure',
    operationId: 'getToolExposure',
    summary: 'Who may see which of our own tools',
    tag,
    answer: z.looseObject({ defaultEffect: z.string(), rules: z.array(z.unknown()) }),
    run: ({ plane, caller }) => plane.getToolExposure(caller),
  }),
  defineRoute({
    method: 'PUT',
    path: '/tool-exposure',
    operationId: 'putToolExposure',
    summary: 'Decide who may see which of our own tools',
    tag,
    body: ToolExposure,
    answer: z.looseObject({ defaultEffect: z.string(), rules: z.array(z.unknown()) }),
    run: ({ plane, caller, body }) => plane.putToolExposure(caller, body),
  }),
  defineRoute({
    method: 'GET',
    path: '/tools',
    operationId: 'listTools',
    summary: 'Tools of other servers as they were pinned, and which of them drifted',
    tag,
    answer: listOf(Tool),
    run: ({ plane, caller }) => items(plane.listTools(caller)),
  }),
  defineRoute({
    method: 'POST',
    path: '/tools:review',
    operationId: 'reviewTool',
    summary: 'Accept what a server offers now, and say what kind of tool it is',
    tag,
    body: z.strictObject({ server: text, tool: text, class: z.enum(toolClasses).optional() }),
    answer: Tool,
    run: ({ plane, caller, body: { server, tool, class: kind } }) =>
      plane.reviewTool(caller, { server, tool, ...given({ class: kind }) }),
  }),
];
