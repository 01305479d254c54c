import { listOf } from '../../answers/said.js';
import { WebhookView } from '../../answers/workspace.js';
import { listWebhooks as list } from '../../app/webhooks/webhooks.js';
import { define } from '../define.js';
import { items } from '../fields.js';

export const listWebhooks = define({
  name: 'portarium_webhook_list',
  title: 'List webhooks',
  description: 'Webhooks and how far they are',
  effect: 'read',
  needs: 'workspace:admin',
  output: listOf(WebhookView),
  rest: { method: 'GET', path: '/webhooks', tag: 'Workspace' },
  run: (deps, caller) => items(list(deps, caller)),
});
