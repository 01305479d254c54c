import { listWebhooks as list } from '../../app/webhooks.js';
import { define } from '../define.js';
import { items } from '../fields.js';
import { WebhookListAnswer } from './answers.js';

export const listWebhooks = define({
  name: 'portarium_webhook_list',
  title: 'List webhooks',
  description: 'Webhooks and how far they are',
  effect: 'read',
  needs: 'workspace:admin',
  output: WebhookListAnswer,
  rest: { method: 'GET', path: '/webhooks', operationId: 'listWebhooks', tag: 'Workspace' },
  run: (deps, caller) => items(list(deps, caller)),
});
