import type { Page as List, RunSummary } from '@quadrivium/portarium/answers';
import { useEffect, useState } from 'preact/hooks';
import { between } from '../../numbers/time.js';
import { Badge } from '../../parts/badge.js';
import { Moment } from '../../parts/moment.js';
import { Empty, Loaded } from '../../parts/notes.js';
import { Page } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { link, route } from '../../state/route.js';
import { inWorkspace, may } from '../../state/session.js';
import { useResource } from '../../state/use-resource.js';
import { ask } from '../../wire/rest.js';
import { useNames } from '../use-names.js';
import { NewRun } from './new-run.js';
import { RunDetail } from './run-detail.js';

export function Runs() {
  const id = route.value.rest[0];
  return id === undefined ? <RunList /> : <RunDetail key={id} id={id} />;
}

function RunList() {
  const path = inWorkspace('/runs?limit=100');
  const runs = useResource(path, (signal) => ask<List<RunSummary>>(path, { signal }), {
    on: (event) => event.type.includes('.run.') || event.type.includes('.approval.'),
  });
  const wanted = route.value.query.get('start');
  const [starting, setStarting] = useState(wanted !== null);
  // The search leads here from this page too.
  useEffect(() => {
    if (wanted !== null) setStarting(true);
  }, [wanted]);
  return (
    <Page
      title="Runs"
      lead="Every run of a workflow, newest first."
      actions={
        may('run:start') && (
          <button type="button" class="button primary" aria-expanded={starting} onClick={() => setStarting(!starting)}>
            New run
          </button>
        )
      }
    >
      {starting && <NewRun key={wanted} first={wanted ?? ''} />}
      <Loaded resource={runs} what="the runs">
        {({ items }) => (items.length === 0 ? <NoRuns /> : <RunTable items={items} />)}
      </Loaded>
    </Page>
  );
}

function NoRuns() {
  return (
    <Empty title="Nothing has run yet.">
      <p>
        Start a workflow with the button above, or let an agent call <code>portarium_run_start</code>.
      </p>
    </Empty>
  );
}

function RunTable({ items }: { items: readonly RunSummary[] }) {
  const names = useNames();
  return (
    <Table
      caption="Runs"
      head={['Workflow', 'State', 'Started by', 'When', 'Took']}
      rows={items.map((run) => ({
        key: run.runId,
        cells: [
          <a key="link" href={link('runs', run.runId)}>
            {run.workflowName ?? names.workflow(run.workflowId)}
          </a>,
          <Badge key="state" state={run.status} />,
          `${run.initiatedByUserId} (${run.initiatedVia})`,
          <Moment key="when" iso={run.createdAtIso} />,
          between(run.startedAtIso, run.endedAtIso) ?? '–',
        ],
      }))}
    />
  );
}
