import type { NoticeRecordView } from '@quadrivium/portarium/answers';
import { Moment } from '../../parts/moment.js';
import { Loaded } from '../../parts/notes.js';
import { Card, Facts, Page } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { link } from '../../state/route.js';
import { inWorkspace } from '../../state/session.js';
import { useResource } from '../../state/use-resource.js';
import { ask } from '../../wire/rest.js';
import { ChangeNotice } from './change-notice.js';
import { NoticeState, shortName, ways, whenTold, whoIsTold } from './notice-list.js';

/** One notice: what it has told, what it could not tell, what it is about to, and what can be done about it. */
export function NoticeRecord({ noticeId }: { noticeId: string }) {
  const path = inWorkspace(`/notices/${encodeURIComponent(noticeId)}`);
  const notice = useResource(path, (signal) => ask<NoticeRecordView>(path, { signal }), {
    on: ({ type }) => /\.(approval|run|workItem)\./.test(type),
    everyMs: 3000,
  });
  return (
    <Page title={`Notice ${noticeId.slice(0, 40)}`} actions={<a href={link('notices')}>All notices</a>}>
      <Loaded resource={notice} what="the notice">
        {(found) => (
          <>
            <Card title={shortName(found)}>
              <Facts items={factsOf(found)} />
              <ChangeNotice notice={found} path={path} onChanged={notice.reload} />
            </Card>
            <Told items={found.told} />
            <Waiting items={found.waiting} />
            <Failed items={found.failed} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

const factsOf = (found: NoticeRecordView) =>
  [
    ['State', <NoticeState key="state" {...found} />],
    ['How', ways[found.channel]],
    ['To', whoIsTold(found)],
    ['Told of', found.topics.join(', ')],
    ['When', whenTold(found)],
    ['Last problem', found.lastError ?? ''],
    ['Attempts', found.attempts === 0 ? '' : String(found.attempts)],
    ['Tried again', found.attempts === 0 ? '' : <Moment iso={found.nextAttemptAtIso} />],
  ] as const;

type Item = NoticeRecordView['failed'][number];

const pages = { approval: 'approvals', failure: 'runs', work: 'work-items' };

function About({ topic, about }: Item) {
  if (topic === undefined || about === undefined) return <>something that has been removed since</>;
  return <a href={link(pages[topic], about)}>{topic}</a>;
}

function Told({ items }: { items: NoticeRecordView['told'] }) {
  return (
    <Card title="Told">
      {items.length === 0 ? (
        <p>Nothing has been told yet.</p>
      ) : (
        <Table
          caption="Told"
          head={['What', 'Happened', 'Told']}
          rows={items.map((item) => ({
            key: `${item.sequence} ${item.toldAtIso}`,
            cells: [
              <About key="what" {...item} />,
              <When key="when" {...item} />,
              <Moment key="told" iso={item.toldAtIso} />,
            ],
          }))}
        />
      )}
    </Card>
  );
}

function Waiting({ items }: { items: NoticeRecordView['waiting'] }) {
  return (
    <Card title="To be told">
      {items.length === 0 ? (
        <p>Nothing waits to be told.</p>
      ) : (
        <Table
          caption="To be told"
          head={['What', 'Happened', 'From']}
          rows={items.map((item) => ({
            key: String(item.sequence),
            cells: [
              <About key="what" {...item} />,
              <When key="when" {...item} />,
              item.notBeforeIso === undefined ? 'now' : <Moment iso={item.notBeforeIso} />,
            ],
          }))}
        />
      )}
    </Card>
  );
}

function Failed({ items }: { items: NoticeRecordView['failed'] }) {
  if (items.length === 0) return null;
  return (
    <Card title="Could not be told">
      <Table
        caption="Could not be told"
        head={['What', 'Happened']}
        rows={items.map((item) => ({
          key: String(item.sequence),
          cells: [<About key="what" {...item} />, <When key="when" {...item} />],
        }))}
      />
    </Card>
  );
}

function When({ happenedAtIso }: Item) {
  return happenedAtIso === undefined ? <>–</> : <Moment iso={happenedAtIso} />;
}
