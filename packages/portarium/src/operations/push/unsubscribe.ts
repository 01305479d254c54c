import { unsubscribePush as unsubscribe } from '../../app/notices/push-subscriptions.js';
import { define } from '../define.js';
import { id } from '../fields.js';

export const unsubscribePush = define({
  name: 'portarium_push_unsubscribe',
  title: 'No longer be told in a browser',
  description: "Tell the caller no more in one of the caller's browsers",
  effect: 'destructive',
  needs: 'approval:read',
  input: { noticeId: id },
  rest: { method: 'DELETE', path: '/push/subscriptions/{noticeId}', tag: 'Notices', status: 204 },
  run: (deps, caller, { noticeId }) => unsubscribe(deps, caller, noticeId),
});
