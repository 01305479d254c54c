import type { RunSummary, WorkflowView as Workflow } from '@quadrivium/portarium/answers';
import { TroubleNote } from '../../parts/notes.js';
import { SchemaForm } from '../../parts/schema-form.js';
import { link } from '../../state/route.js';
import { inWorkspace } from '../../state/session.js';
import { useAction } from '../../state/use-action.js';
import { ask } from '../../wire/rest.js';
import { WorkflowCard } from '../workflow-card.js';

/** Starts a workflow with what its input schema asks for. */
export function NewRun({ first }: { first: string }) {
  return (
    <WorkflowCard title="Start a run" first={first}>
      {(workflow) => (
        <>
          <p class="soft">{workflow.definition.description}</p>
          <Start key={workflow.workflowId} workflow={workflow} />
        </>
      )}
    </WorkflowCard>
  );
}

function Start({ workflow }: { workflow: Workflow }) {
  const action = useAction();
  const start = (parameters: Record<string, unknown>) =>
    action.run(async () => {
      const body = { workflowId: workflow.workflowId, parameters };
      const options = { method: 'POST', body, idempotencyKey: crypto.randomUUID() } as const;
      const run = await ask<RunSummary>(inWorkspace('/runs'), options);
      location.hash = link('runs', run.runId);
    });
  return (
    <>
      <SchemaForm
        schema={workflow.definition.inputSchema ?? {}}
        submitLabel="Start"
        busy={action.busy}
        onSubmit={(parameters) => void start(parameters)}
      />
      {action.trouble !== undefined && <TroubleNote trouble={action.trouble} />}
    </>
  );
}
