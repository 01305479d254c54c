import { NoticeView } from '../../answers/notices.js';
import { subscribePush as subscribe } from '../../app/notices/push-subscriptions.js';
import { PushBody } from '../../domain/push.js';
import { define } from '../define.js';

export const subscribePush = define({
  name: 'portarium_push_subscribe',
  title: 'Be told in a browser',
  description: 'Tell the caller what waits in the browser that gave this subscription',
  effect: 'write',
  idempotent: true,
  needs: 'approval:read',
  input: PushBody.shape,
  output: NoticeView,
  rest: { method: 'POST', path: '/push/subscriptions', tag: 'Notices', status: 201 },
  run: subscribe,
});
