/** What the operations about the workspace, its people, keys and webhooks promise. */
import * as z from 'zod';
import type * as view from '../../app/views.js';
import { environments } from '../../domain/tier.js';
import type { Workspace as WorkspaceView } from '../../domain/workspace.js';
import { answer } from '../answer.js';
import { listOf } from '../fields.js';

export const WorkspaceAnswer = answer<WorkspaceView>()(
  z.looseObject({ workspaceId: z.string(), name: z.string(), environment: z.enum(environments) }),
);

const Principal = z.looseObject({ principalId: z.string(), kind: z.string(), roles: z.array(z.string()) });
export const CallerAnswer = answer<view.CallerView>()(Principal.extend({ permissions: z.array(z.string()) }));
export const PrincipalAnswer = answer<view.PrincipalView>()(Principal);
export const PrincipalListAnswer = answer<view.Page<view.PrincipalView>>()(listOf(Principal));

const ApiKey = z.looseObject({ keyId: z.string(), principalId: z.string() });
export const ApiKeyAnswer = answer<view.ApiKeyView>()(ApiKey);
export const ApiKeyListAnswer = answer<view.Page<view.ApiKeyView>>()(listOf(ApiKey));
export const NewApiKeyAnswer = answer<view.ApiKeyView & { readonly secret: string }>()(
  ApiKey.extend({ secret: z.string() }),
);

const Webhook = z.looseObject({ webhookId: z.string(), url: z.string(), active: z.boolean() });
export const WebhookListAnswer = answer<view.Page<view.WebhookView>>()(listOf(Webhook));
export const NewWebhookAnswer = answer<view.WebhookView & { readonly secret: string }>()(
  Webhook.extend({ secret: z.string() }),
);
