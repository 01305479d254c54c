import { NoticeTestView } from '../../answers/notices.js';
import { testNotice as test } from '../../app/notices/notice-test.js';
import { define } from '../define.js';
import { id } from '../fields.js';

export const testNotice = define({
  name: 'portarium_notice_test',
  title: 'Try whether a notice arrives',
  description: 'Send a notice about nothing at once; administrators try all, and people their own browsers',
  effect: 'write',
  needs: 'approval:read',
  input: { noticeId: id },
  output: NoticeTestView,
  rest: { method: 'POST', path: '/notices/{noticeId}/test', tag: 'Notices' },
  run: (deps, caller, { noticeId }) => test(deps, caller, noticeId),
});
