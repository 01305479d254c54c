import type { Page as List, WorkflowView as Workflow } from '@quadrivium/portarium/answers';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { NoWorkflow } from '../parts/no-workflow.js';
import { Loaded } from '../parts/notes.js';
import { Card } from '../parts/page.js';
import { inWorkspace } from '../state/session.js';
import { useResource } from '../state/use-resource.js';
import { ask } from '../wire/rest.js';

interface WorkflowCardProps {
  readonly title: string;
  /** The workflow that is chosen at first; the first one of all when it is not there. */
  readonly first?: string;
  readonly children: (workflow: Workflow) => ComponentChildren;
}

/** A choice of one workflow, and below it what is asked about it. */
export function WorkflowCard({ title, first = '', children }: WorkflowCardProps) {
  const path = inWorkspace('/workflows');
  const workflows = useResource(path, (signal) => ask<List<Workflow>>(path, { signal }));
  const [chosen, setChosen] = useState(first);
  return (
    <Card title={title}>
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
              {children(workflow)}
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}
