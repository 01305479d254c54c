import { NoticeView } from '../../answers/notices.js';
import { replayNotice as replay } from '../../app/notices/notices.js';
import { define } from '../define.js';
import { id } from '../fields.js';

export const replayNotice = define({
  name: 'portarium_notice_replay',
  title: 'Tell again what could not be told',
  description: 'Send what was refused for good once more, as far as it still waits',
  effect: 'write',
  needs: 'workspace:admin',
  input: { noticeId: id },
  output: NoticeView,
  rest: { method: 'POST', path: '/notices/{noticeId}/replay', tag: 'Notices' },
  run: (deps, caller, { noticeId }) => replay(deps, caller, noticeId),
});
