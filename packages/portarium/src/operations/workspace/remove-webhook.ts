import { removeWebhook as remove } from '../../app/webhooks.js';
import { define } from '../define.js';
import { id } from '../fields.js';

export const removeWebhook = define({
  name: 'portarium_webhook_remove',
  title: 'Remove a webhook',
  effect: 'destructive',
  needs: 'workspace:admin',
  input: { webhookId: id },
  rest: {
    method: 'DELETE',
    path: '/webhooks/{webhookId}',
    operationId: 'removeWebhook',
    summary: 'Send no more events to an address',
    tag: 'Workspace',
    status: 204,
  },
  run: (deps, caller, { webhookId }) => remove(deps, caller, webhookId),
});
