/** What the operations about the workspace, its people, keys and webhooks answer. */
import * as z from 'zod';
import { environments } from '../domain/tier.js';
import { type Said, time } from './said.js';

export const WorkspaceView = z.looseObject({
  workspaceId: z.string(),
  name: z.string(),
  environment: z.enum(environments),
  createdAtIso: time,
  frozen: z.looseObject({ atIso: time, by: z.string(), reason: z.string() }).optional(),
});
export type WorkspaceView = Said<z.output<typeof WorkspaceView>>;

const Named = z.looseObject({
  principalId: z.string(),
  kind: z.string(),
  roles: z.array(z.string()),
  workspaceId: z.string(),
  onBehalfOf: z.string().optional(),
});

/** Who is asking, as the control plane sees it, and what they may do. */
export const CallerView = Named.extend({
  permissions: z.array(z.string()),
  scopes: z.array(z.string()).optional().describe('What the key in use is narrowed to'),
});
export type CallerView = Said<z.output<typeof CallerView>>;

export const PrincipalView = Named.extend({
  displayName: z.string(),
  active: z.boolean(),
  provider: z.string().optional().describe('The identity provider that says which roles they have'),
});
export type PrincipalView = Said<z.output<typeof PrincipalView>>;

export const ApiKeyView = z.looseObject({
  keyId: z.string(),
  principalId: z.string(),
  label: z.string().optional(),
  scopes: z
    .array(z.string())
    .optional()
    .describe('What it is narrowed to; all that its principal may do when left out'),
  createdByUserId: z.string(),
  createdAtIso: time,
  expiresAtIso: time.optional(),
  revokedAtIso: time.optional(),
});
export type ApiKeyView = Said<z.output<typeof ApiKeyView>>;

export const NewApiKey = ApiKeyView.extend({ secret: z.string() });
export type NewApiKey = Said<z.output<typeof NewApiKey>>;

export const WebhookView = z.looseObject({
  webhookId: z.string(),
  url: z.string(),
  active: z.boolean(),
  types: z.array(z.string()),
  deliveredUpTo: z.number(),
  attempts: z.number(),
  lastError: z.string().optional(),
  deadLetters: z.array(z.number()).describe('Events that were given up, by their sequence'),
  replaying: z.array(z.number()).optional().describe('Those of them that are about to be sent again'),
});
export type WebhookView = Said<z.output<typeof WebhookView>>;

export const NewWebhook = WebhookView.extend({ secret: z.string() });
export type NewWebhook = Said<z.output<typeof NewWebhook>>;
