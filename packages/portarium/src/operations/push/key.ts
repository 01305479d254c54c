import { PushKeyView } from '../../answers/notices.js';
import { getPushKey as key } from '../../app/notices/push-subscriptions.js';
import { define } from '../define.js';

export const getPushKey = define({
  name: 'portarium_push_key',
  title: 'The key for notices in browsers',
  description: 'The public key that a browser needs to subscribe; the same for as long as the key file is',
  effect: 'read',
  needs: 'approval:read',
  output: PushKeyView,
  rest: { method: 'GET', path: '/push/key', tag: 'Notices' },
  run: key,
});
