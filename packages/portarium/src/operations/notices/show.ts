import { NoticeRecordView } from '../../answers/notices.js';
import { getNotice as get } from '../../app/notices/notice-record.js';
import { define } from '../define.js';
import { id } from '../fields.js';

export const getNotice = define({
  name: 'portarium_notice_show',
  title: 'Show a notice',
  description: 'What was told, what could not be told, and what is still to be told and when',
  effect: 'read',
  needs: 'workspace:admin',
  input: { noticeId: id },
  output: NoticeRecordView,
  rest: { method: 'GET', path: '/notices/{noticeId}', tag: 'Notices' },
  run: (deps, caller, { noticeId }) => get(deps, caller, noticeId),
});
