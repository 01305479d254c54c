import type { HeldEvidence, RetentionPlan, RetentionView } from '@quadrivium/portarium/answers';
import { useState } from 'preact/hooks';
import { ActionButton } from '../parts/action-button.js';
import { ActionNotes } from '../parts/action-notes.js';
import { Moment } from '../parts/moment.js';
import { Loaded } from '../parts/notes.js';
import { Card, Facts } from '../parts/page.js';
import { link } from '../state/route.js';
import { inWorkspace, may } from '../state/session.js';
import { useAction } from '../state/use-action.js';
import { useResource } from '../state/use-resource.js';
import { ask } from '../wire/rest.js';

/** For how long what has ended is kept, and what is in the way of removing more. */
export function Kept() {
  const path = inWorkspace('/retention');
  const kept = useResource(path, (signal) => ask<RetentionView>(path, { signal }));
  return (
    <Card title="How long it is kept">
      <Loaded resource={kept} what="the rule">
        {({ rule }) =>
          Object.keys(rule).length === 0 ? (
            <p>
              Everything is kept for ever. An administrator says otherwise with <code>portarium retention set</code>.
            </p>
          ) : (
            <>
              <Facts items={periods.map(([name, title]) => [title, daysOf(rule[name])])} />
              {may('workspace:admin') && <Plan />}
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

const periods = [
  ['succeededDays', 'Runs that succeeded'],
  ['failedDays', 'Runs that failed'],
  ['cancelledDays', 'Runs that were cancelled'],
  ['evidenceDays', 'Evidence'],
  ['eventDays', 'Events'],
] as const;

const daysOf = (days: number | undefined): string => (days === undefined ? 'for ever' : `${days} days`);

function Plan() {
  const [plan, setPlan] = useState<RetentionPlan>();
  const action = useAction();
  const look = () =>
    action.run(async () => {
      setPlan(await ask<RetentionPlan>(inWorkspace('/retention/plan')));
      return undefined;
    });
  return (
    <>
      <div class="buttons">
        <ActionButton busy={action.busy} onClick={look}>
          See what would go now
        </ActionButton>
      </div>
      <ActionNotes action={action} />
      {plan !== undefined && <Going plan={plan} />}
    </>
  );
}

function Going({ plan: { runs, events, evidence, problem } }: { plan: RetentionPlan }) {
  const count = runs.Succeeded + runs.Failed + runs.Cancelled;
  return (
    <div class="result">
      <p>
        {count} runs, {events} events and {evidence.upTo - evidence.from} entries of evidence would go. To remove them:{' '}
        <code>portarium retention run --export FILE</code>
      </p>
      {problem !== undefined && <p class="note warn">{problem}</p>}
      {evidence.held !== undefined && <Held held={evidence.held} />}
    </div>
  );
}

function Held({ held: { runId, workflow, status, sinceIso, entries, why, todo } }: { held: HeldEvidence }) {
  return (
    <div class="note warn" data-held={runId}>
      <p>
        <a href={link('runs', runId)}>{workflow}</a> ({status}, begun <Moment iso={sinceIso} />) holds back {entries}{' '}
        entries that are old enough: evidence goes from the oldest on.
      </p>
      <p>
        {why} {todo}
      </p>
    </div>
  );
}
