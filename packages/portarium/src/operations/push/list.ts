import { NoticeView } from '../../answers/notices.js';
import { listOf } from '../../answers/said.js';
import { listPush as list } from '../../app/notices/push-subscriptions.js';
import { define } from '../define.js';
import { items } from '../fields.js';

export const listPush = define({
  name: 'portarium_push_list',
  title: 'List browsers that are told',
  description: "The caller's browsers in which what waits is told, and whether it arrives",
  effect: 'read',
  needs: 'approval:read',
  output: listOf(NoticeView),
  rest: { method: 'GET', path: '/push/subscriptions', tag: 'Notices' },
  run: (deps, caller) => items(list(deps, caller)),
});
