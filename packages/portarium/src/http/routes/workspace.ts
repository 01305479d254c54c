import * as z from 'zod';
import { principalKinds } from '../../domain/principal.js';
import { environments } from '../../domain/tier.js';
import { defineRoute } from '../route.js';
import { given, items, listOf, longText, text } from './fields.js';

const tag = 'Workspace';
const Workspace = z.looseObject({ workspaceId: z.string(), name: z.string(), environment: z.enum(environments) });
const Principal = z.looseObject({ principalId: z.string(), kind: z.string(), roles: z.array(z.string()) });
const ApiKey = z.looseObject({ keyId: z.string(), principalId: z.string() });
const Webhook = z.looseObject({ webhookId: z.string(), url: z.string(), active: z.boolean() });

export const workspaceRoutes = [
  defineRoute({
    method: 'GET',
    path: '',
    operationId: 'getWorkspace',
    summary: 'The workspace',
    tag,
    answer: Workspace,
    run: ({ plane, caller }) => plane.getWorkspace(caller),
  }),
  defineRoute({
    method: 'GET',
    path: '/me',
    operationId: 'whoAmI',
    summary: 'Who is asking, with roles and permissions',
    tag,
    answer: Principal.extend({ permissions: z.array(z.string()) }),
    run: ({ plane, caller }) => plane.whoAmI(caller),
  }),
  defineRoute({
    method: 'PATCH',
    path: '',
    operationId: 'updateWorkspace',
    summary: 'Say which environment this is',
    tag,
    body: z.strictObject({ environment: z.enum(environments) }),
    answer: Workspace,
    run: ({ plane, caller, body }) => plane.setEnvironment(caller, body.environment),
  }),
  defineRoute({
    method: 'POST',
    path: ':freeze',
    operationId: 'freezeWorkspace',
    summary: 'Dispatch nothing and start nothing until unfrozen',
    tag,
    body: z.strictObject({ reason: longText }),
    answer: Workspace,
    run: ({ plane, caller, body }) => plane.freeze(caller, body.reason),
  }),
  defineRoute({
    method: 'POST',
    path: ':unfreeze',
    operationId: 'unfreezeWorkspace',
    summary: 'Go on',
    tag,
    answer: Workspace,
    run: ({ plane, caller }) => plane.unfreeze(caller),
  }),
  defineRoute({
    method: 'GET',
    path: '/users',
    operationId: 'listPrincipals',
    summary: 'People, agents and services of the workspace',
    tag,
    answer: listOf(Principal),
    run: ({ plane, caller }) => items(plane.listPrincipals(caller)),
  }),
  defineRoute({
    method: 'POST',
    path: '/users',
    operationId: 'putPrincipal',
    summary: 'Add or change a person, agent or service',
    tag,
    body: z.strictObject({
      principalId: text,
      kind: z.enum(principalKinds).default('user'),
      displayName: text.optional(),
      roles: z.array(text).max(20),
      onBehalfOf: text.optional(),
      active: z.boolean().optional(),
    }),
    answer: Principal,
    run: ({ plane, caller, body: { principalId, kind, roles, ...rest } }) =>
      plane.putPrincipal(caller, { principalId, kind, roles, ...given(rest) }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api-keys',
    operationId: 'listApiKeys',
    summary: 'Keys, without their secrets',
    tag,
    answer: listOf(ApiKey),
    run: ({ plane, caller }) => items(plane.listApiKeys(caller)),
  }),
  defineRoute({
    method: 'POST',
    path: '/api-keys',
    operationId: 'createApiKey',
    summary: 'Create a key; its secret is in this answer and nowhere else',
    tag,
    body: z.strictObject({
      principalId: text,
      label: text.optional(),
      expiresInMs: z.int().positive().optional(),
    }),
    status: 201,
    answer: ApiKey.extend({ secret: z.string() }),
    reveals: ['secret'],
    run: ({ plane, caller, body: { principalId, ...rest } }) =>
      plane.createApiKey(caller, { principalId, ...given(rest) }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api-keys/{keyId}/revoke',
    operationId: 'revokeApiKey',
    summary: 'Take a key out of use',
    tag,
    answer: ApiKey,
    run: ({ plane, caller, params }) => plane.revokeApiKey(caller, params.keyId),
  }),
  defineRoute({
    method: 'GET',
    path: '/webhooks',
    operationId: 'listWebhooks',
    summary: 'Webhooks and how far they are',
    tag,
    answer: listOf(Webhook),
    run: ({ plane, caller }) => items(plane.listWebhooks(caller)),
  }),
  defineRoute({
    method: 'POST',
    path: '/webhooks',
    operationId: 'createWebhook',
    summary: 'Send events to an address, signed with the secret in this answer',
    tag,
    body: z.strictObject({
      url: z.url({ protocol: /^https?$/ }),
      types: z.array(text).max(100).optional(),
      secret: z.string().min(16).max(200).optional(),
    }),
    status: 201,
    answer: Webhook.extend({ secret: z.string() }),
    reveals: ['secret'],
    run: ({ plane, caller, body: { url, ...rest } }) => plane.createWebhook(caller, { url, ...given(rest) }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/webhooks/{webhookId}',
    operationId: 'removeWebhook',
    summary: 'Send no more events to an address',
    tag,
    status: 204,
    run: ({ plane, caller, params }) => plane.removeWebhook(caller, params.webhookId),
  }),
];
