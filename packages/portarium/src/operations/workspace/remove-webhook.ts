import { removeWebhook as remove } from '../../app/webhooks/webhooks.js';
import { define } from '../define.js';
import { id } from '../fields.js';

export const removeWebhook = define({
  name: 'portarium_webhook_remove',
  title: 'Remove a webhook',
  description: 'Send no more events to an address',
  effect: 'destructive',
  needs: 'workspace:admin',
  input: { webhookId: id },
  rest: { method: 'DELETE', path: '/webhooks/{webhookId}', tag: 'Workspace', status: 204 },
  run: (deps, caller, { webhookId }) => remove(deps, caller, webhookId),
});
