import { NoticeView } from '../../answers/notices.js';
import { listOf } from '../../answers/said.js';
import { listNotices as list } from '../../app/notices/notices.js';
import { rows } from '../brief.js';
import { define } from '../define.js';
import { items } from '../fields.js';

export const listNotices = define({
  name: 'portarium_notice_list',
  title: 'List notices',
  description: 'Who is told what happens, how, and whether it arrives',
  effect: 'read',
  needs: 'workspace:admin',
  output: listOf(NoticeView),
  rest: { method: 'GET', path: '/notices', tag: 'Notices' },
  cli: {
    show: rows(
      ({ noticeId, channel, address, place, principalId, topics, afterMinutes, active, lastError }: NoticeView) => ({
        noticeId,
        channel,
        to: address ?? place ?? principalId,
        topics: topics.join(', '),
        after: afterMinutes,
        active,
        problem: lastError,
      }),
    ),
  },
  run: (deps, caller) => items(list(deps, caller)),
});
