import type { Page as List, RunSummary, WorkflowView as Workflow } from '@quadrivium/portarium/answers';
import { useState } from 'preact/hooks';
import { NoWorkflow } from '../../parts/no-workflow.js';
import { Loaded, TroubleNote } from '../../parts/notes.js';
import { Card } from '../../parts/page.js';
import { SchemaForm } from '../../parts/schema-form.js';
import { link, route } from '../../state/route.js';
import { inWorkspace } from '../../state/session.js';
import { useResource } from '../../state/use-resource.js';
import { ask } from '../../wire/rest.js';
import { type Trouble, troubleOf } from '../../wire/trouble.js';

/** Starts a workflow with what its input schema asks for. */
export function NewRun() {
  const path = inWorkspace('/workflows');
  const workflows = useResource(path, (signal) => ask<List<Workflow>>(path, { signal }));
  const [chosen, setChosen] = useState(route.value.query.get('start') ?? '');
  return (
    <Card title="Start a run">
      <Loaded resource={workflows} what="the workflows">
        {({ items }) => {
          const workflow = items.find(({ workflowId }) => workflowId === chosen) ?? items[0];
          if (workflow === undefined) return <NoWorkflow />;
          return (
            <>
              <label for="workflow">Workflow</label>
              <select id="workflow" value={workflow.workflowId} onInput={(e) => setChosen(e.currentTarget.value)}>
                {items.map(({ workflowId, definition }) => (
                  <option key={workflowId} value={workflowId}>
                    {definition.name}
                  </option>
                ))}
              </select>
              <p class="soft">{workflow.definition.description}</p>
              <Start key={workflow.workflowId} workflow={workflow} />
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}

function Start({ workflow }: { workflow: Workflow }) {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  const start = async (parameters: Record<string, unknown>): Promise<void> => {
    setBusy(true);
    setTrouble(undefined);
    try {
      const body = { workflowId: workflow.workflowId, parameters };
      const options = { method: 'POST', body, idempotencyKey: crypto.randomUUID() } as const;
      const run = await ask<RunSummary>(inWorkspace('/runs'), options);
      location.hash = link('runs', run.runId);
    } catch (error) {
      setTrouble(troubleOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <SchemaForm
        schema={workflow.definition.inputSchema ?? {}}
        submitLabel="Start"
        busy={busy}
        onSubmit={(parameters) => void start(parameters)}
      />
      {trouble !== undefined && <TroubleNote trouble={trouble} />}
    </>
  );
}
