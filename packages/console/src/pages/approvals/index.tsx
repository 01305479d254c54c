import type { ApprovalView as Approval, Page as List } from '@quadrivium/portarium/answers';
import { useRef } from 'preact/hooks';
import { Badge } from '../../parts/badge.js';
import { Moment } from '../../parts/moment.js';
import { Empty, Loaded } from '../../parts/notes.js';
import { Page } from '../../parts/page.js';
import { link, route } from '../../state/route.js';
import { inWorkspace } from '../../state/session.js';
import { useResource } from '../../state/use-resource.js';
import type { LiveEvent } from '../../wire/live.js';
import { ask } from '../../wire/rest.js';
import { ApprovalCard } from './approval-card.js';

const concerns = (event: LiveEvent): boolean => /\.(approval|run|plan|policy)\./.test(event.type);

/** The queue on the left, one decision at a time on the right. */
export function Approvals() {
  const all = route.value.query.get('show') === 'all';
  const path = inWorkspace(`/approvals?limit=100${all ? '' : '&status=Pending'}`);
  const queue = useResource(path, (signal) => ask<List<Approval>>(path, { signal }), { on: concerns });
  return (
    <Page title="Approvals" lead="What agents want to do and policy does not let them do alone.">
      <p class="filters">
        <a href="#/approvals" aria-current={all ? undefined : 'true'}>
          Waiting
        </a>
        <a href="#/approvals?show=all" aria-current={all ? 'true' : undefined}>
          All
        </a>
      </p>
      <Loaded resource={queue} what="the queue">
        {({ items }) => <Queue items={items} all={all} />}
      </Loaded>
    </Page>
  );
}

function Queue({ items, all }: { items: readonly Approval[]; all: boolean }) {
  // What somebody looks at stays, also when their own decision takes it out of the queue.
  const shown = useRef<string | undefined>(undefined);
  const chosen = route.value.rest[0] ?? shown.current ?? items[0]?.approvalId;
  shown.current = chosen;
  return (
    <div class="split">
      {items.length === 0 ? (
        <Empty title="Nothing waits for a decision.">
          <p>
            Start a governed run on <a href={link('runs')}>Runs</a>, or let an agent ask for one.
          </p>
        </Empty>
      ) : (
        <ul class="rows" aria-label="Approvals">
          {items.map((approval) => (
            <li key={approval.approvalId}>
              <Row approval={approval} chosen={approval.approvalId === chosen} all={all} />
            </li>
          ))}
        </ul>
      )}
      {chosen !== undefined && <ApprovalCard key={chosen} id={chosen} />}
    </div>
  );
}

function Row({ approval, chosen, all }: { approval: Approval; chosen: boolean; all: boolean }) {
  const { approvalId, prompt, plan, status, requestedByUserId, requestedAtIso } = approval;
  const href = `${link('approvals', approvalId)}${all ? '?show=all' : ''}`;
  return (
    <a class="row" href={href} aria-current={chosen ? 'true' : undefined}>
      <span class="row-title">{prompt}</span>
      <span class="row-sub">
        <code>{plan.map(({ tool }) => tool).join(', ') || 'no calls'}</code>
      </span>
      <span class="row-sub">
        <Badge state={status} /> asked by {requestedByUserId} <Moment iso={requestedAtIso} />
      </span>
    </a>
  );
}
