import type { NoticeRecordView } from '@quadrivium/portarium/answers';
import { type ComponentChildren, Fragment } from 'preact';
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
    <Items
      title="Told"
      nothing="Nothing has been told yet."
      items={items}
      last={['Told', ({ toldAtIso }) => <Moment iso={toldAtIso} />]}
      keyOf={({ sequence, toldAtIso }) => `${sequence} ${toldAtIso}`}
    />
  );
}

function Waiting({ items }: { items: NoticeRecordView['waiting'] }) {
  return (
    <Items
      title="To be told"
      nothing="Nothing waits to be told."
      items={items}
      last={['From', ({ notBeforeIso }) => (notBeforeIso === undefined ? 'now' : <Moment iso={notBeforeIso} />)]}
    />
  );
}

function Failed({ items }: { items: NoticeRecordView['failed'] }) {
  return items.length === 0 ? null : <Items title="Could not be told" items={items} />;
}

interface ItemsProps<Shown extends Item> {
  title: string;
  nothing?: string;
  items: readonly Shown[];
  /** What its kind has besides: the head of the column, and what stands there. */
  last?: readonly [string, (item: Shown) => ComponentChildren];
  keyOf?: (item: Shown) => string;
}

function Items<Shown extends Item>({ title, nothing, items, last, keyOf }: ItemsProps<Shown>) {
  const rows = items.map((item) => ({
    key: keyOf?.(item) ?? String(item.sequence),
    cells: [
      <About key="what" {...item} />,
      <When key="when" {...item} />,
      ...(last === undefined ? [] : [<Fragment key="last">{last[1](item)}</Fragment>]),
    ],
  }));
  const head = ['What', 'Happened', ...(last === undefined ? [] : [last[0]])];
  return (
    <Card title={title}>
      {rows.length === 0 ? <p>{nothing}</p> : <Table caption={title} head={head} rows={rows} />}
    </Card>
  );
}

function When({ happenedAtIso }: Item) {
  return happenedAtIso === undefined ? <>–</> : <Moment iso={happenedAtIso} />;
}
