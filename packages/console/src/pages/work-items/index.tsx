import type { Page as List, WorkItemView as WorkItem } from '@quadrivium/portarium/answers';
import { Badge } from '../../parts/badge.js';
import { Moment } from '../../parts/moment.js';
import { Empty, Loaded } from '../../parts/notes.js';
import { Page } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { link } from '../../state/route.js';
import { inWorkspace } from '../../state/session.js';
import { useResource } from '../../state/use-resource.js';
import { ask } from '../../wire/rest.js';
import { useNames } from '../use-names.js';
import { FinishWorkItem } from './finish-work-item.js';

export function WorkItems() {
  const path = inWorkspace('/work-items?limit=100');
  const items = useResource(path, (signal) => ask<List<WorkItem>>(path, { signal }), {
    on: (event) => /work-?item/i.test(event.type) || event.type.includes('.run.'),
  });
  return (
    <Page title="Work items" lead="What people are asked to do, by a run or by somebody.">
      <Loaded resource={items} what="the work items">
        {(list) => (list.items.length === 0 ? <NoItems /> : <ItemTable items={list.items} onChanged={items.reload} />)}
      </Loaded>
    </Page>
  );
}

function NoItems() {
  return (
    <Empty title="Nobody is asked to do anything.">
      <p>
        A workflow opens a work item when a step needs a person's hands; start one on <a href={link('runs')}>Runs</a>.
      </p>
    </Empty>
  );
}

const isOpen = ({ status, kind }: WorkItem): boolean =>
  ['Open', 'InProgress', 'Blocked'].includes(status) && kind !== 'unknown-outcome';

function ItemTable({ items, onChanged }: { items: readonly WorkItem[]; onChanged: () => void }) {
  const names = useNames();
  return (
    <Table
      caption="Work items"
      head={['What', 'State', 'Who', 'Due', 'Run', 'Opened']}
      rows={items.map((item) => ({
        key: item.workItemId,
        cells: [
          <>
            <strong>{item.title}</strong>
            {item.instructions === undefined ? '' : <span class="soft"> {item.instructions}</span>}
            {isOpen(item) && <FinishWorkItem id={item.workItemId} onChanged={onChanged} />}
          </>,
          <Badge key="state" state={item.status} />,
          item.ownerUserId ?? 'nobody yet',
          item.dueAtIso === undefined ? '–' : <Moment iso={item.dueAtIso} />,
          item.runId === undefined ? '–' : <a href={link('runs', item.runId)}>{names.run(item.runId)}</a>,
          <Moment key="opened" iso={item.createdAtIso} />,
        ],
      }))}
    />
  );
}
