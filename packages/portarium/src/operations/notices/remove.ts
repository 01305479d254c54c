import { removeNotice as remove } from '../../app/notices/notices.js';
import { define } from '../define.js';
import { id } from '../fields.js';

export const removeNotice = define({
  name: 'portarium_notice_remove',
  title: 'Remove a notice',
  description: 'Tell somebody no more',
  effect: 'destructive',
  needs: 'workspace:admin',
  input: { noticeId: id },
  rest: { method: 'DELETE', path: '/notices/{noticeId}', tag: 'Notices', status: 204 },
  run: (deps, caller, { noticeId }) => remove(deps, caller, noticeId),
});
