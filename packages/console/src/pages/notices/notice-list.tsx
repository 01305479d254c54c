import type { Page as List, NoticeView } from '@quadrivium/portarium/answers';
import { Badge } from '../../parts/badge.js';
import { Empty, Loaded } from '../../parts/notes.js';
import { Card } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { link } from '../../state/route.js';
import { inWorkspace } from '../../state/session.js';
import { useResource } from '../../state/use-resource.js';
import { ask } from '../../wire/rest.js';
import { NewNotice } from './new-notice.js';

/** Everybody who is told, whoever they are and whatever the way. */
export function NoticeList() {
  const path = inWorkspace('/notices');
  const notices = useResource(path, (signal) => ask<List<NoticeView>>(path, { signal }), {
    on: ({ type }) => /\.(approval|run|workItem)\./.test(type),
    everyMs: 30_000,
  });
  return (
    <>
      <Card title="Everybody who is told">
        <Loaded resource={notices} what="who is told">
          {({ items }) => (items.length === 0 ? <Nobody /> : <NoticeTable items={items} />)}
        </Loaded>
      </Card>
      <NewNotice onMade={notices.reload} />
    </>
  );
}

function Nobody() {
  return (
    <Empty title="Nobody is told what waits.">
      <p>Tell somebody below. How mail and messages leave, the operator says in a file (--notices).</p>
    </Empty>
  );
}

function NoticeTable({ items }: { items: readonly NoticeView[] }) {
  return (
    <Table
      caption="Everybody who is told"
      head={['Notice', 'How', 'To', 'Told of', 'When', 'State']}
      rows={items.map((notice) => ({
        key: notice.noticeId,
        cells: [
          <a key="name" href={link('notices', notice.noticeId)}>
            {shortName(notice)}
          </a>,
          ways[notice.channel],
          whoIsTold(notice),
          notice.topics.join(', '),
          whenTold(notice),
          <NoticeState key="state" {...notice} />,
        ],
      }))}
    />
  );
}

export const ways = { email: 'e-mail', slack: 'Slack', push: 'browser' };

/** A browser has no name but what its address comes to. */
export const shortName = ({ noticeId, channel }: NoticeView): string =>
  channel === 'push' ? noticeId.slice(0, 13) : noticeId;

export function whoIsTold({ address, place, principalId, roles }: NoticeView): string {
  const where = address ?? place ?? '–';
  const whose = principalId === undefined ? where : `${principalId}, ${where}`;
  return roles.length === 0 ? whose : `${whose} (${roles.join(', ')})`;
}

export function whenTold({ afterMinutes, quietHours, timeZone }: NoticeView): string {
  const after = afterMinutes === 0 ? 'at once' : `after ${afterMinutes} minutes`;
  return quietHours === undefined ? after : `${after}, not ${quietHours} ${timeZone}`;
}

export function NoticeState({ active, lastError, deadLetters }: NoticeView) {
  if (!active) return <Badge state="paused" tone="quiet" />;
  if (lastError !== undefined) return <Badge state="does not arrive" tone="bad" />;
  return deadLetters.length > 0 ? (
    <Badge state="some could not be told" tone="bad" />
  ) : (
    <Badge state="on" tone="good" />
  );
}
