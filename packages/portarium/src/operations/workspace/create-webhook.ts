import * as z from 'zod';
import { NewWebhook } from '../../answers/workspace.js';
import { createWebhook as create } from '../../app/webhooks/webhooks.js';
import { define } from '../define.js';
import { text } from '../fields.js';

export const createWebhook = define({
  name: 'portarium_webhook_create',
  title: 'Create a webhook',
  description: 'Send events to an address, signed as Standard Webhooks has it with the secret in this answer',
  effect: 'write',
  needs: 'workspace:admin',
  input: {
    url: z.url({ protocol: /^https?$/ }),
    types: z.array(text).max(100).optional(),
    secret: z.string().max(200).optional().describe('whsec_ and the base64 of 24 to 64 bytes; made when omitted'),
  },
  output: NewWebhook,
  reveals: ['secret'],
  rest: { method: 'POST', path: '/webhooks', tag: 'Workspace', status: 201 },
  run: create,
});
