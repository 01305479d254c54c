import * as z from 'zod';
import { WebhookView } from '../../answers/workspace.js';
import { replayWebhook as replay } from '../../app/webhooks/webhooks.js';
import { define } from '../define.js';
import { id } from '../fields.js';

export const replayWebhook = define({
  name: 'portarium_webhook_replay',
  title: 'Replay dead letters',
  description: 'Send events that a receiver refused for good once more, under the ids they had',
  effect: 'write',
  needs: 'workspace:admin',
  input: {
    webhookId: id,
    sequences: z
      .array(z.coerce.number().int().min(1))
      .min(1)
      .max(10_000)
      .optional()
      .describe('Only these of its deadLetters'),
  },
  output: WebhookView,
  rest: { method: 'POST', path: '/webhooks/{webhookId}/replay', tag: 'Workspace' },
  run: replay,
});
