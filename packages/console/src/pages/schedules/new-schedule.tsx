import type { Page as List, WorkflowView as Workflow } from '@quadrivium/portarium/answers';
import { useState } from 'preact/hooks';
import { NoWorkflow } from '../../parts/no-workflow.js';
import { Loaded, TroubleNote } from '../../parts/notes.js';
import { Card } from '../../parts/page.js';
import { SchemaForm } from '../../parts/schema-form.js';
import { inWorkspace } from '../../state/session.js';
import { useResource } from '../../state/use-resource.js';
import { ask } from '../../wire/rest.js';
import { type Trouble, troubleOf } from '../../wire/trouble.js';

const fields = {
  scheduleId: ['Name', 'nightly'],
  cron: ['Minute, hour, day, month, weekday', '30 6 * * 1-5'],
  timeZone: ['Time zone', 'Europe/London'],
} as const;
type Field = keyof typeof fields;

/** Saves a schedule for a workflow, with what the workflow asks for. */
export function NewSchedule({ onMade }: { onMade: () => void }) {
  const path = inWorkspace('/workflows');
  const workflows = useResource(path, (signal) => ask<List<Workflow>>(path, { signal }));
  const [chosen, setChosen] = useState('');
  return (
    <Card title="New schedule">
      <Loaded resource={workflows} what="the workflows">
        {({ items }) => {
          const workflow = items.find(({ workflowId }) => workflowId === chosen) ?? items[0];
          if (workflow === undefined) return <NoWorkflow />;
          return (
            <>
              <label for="scheduled-workflow">Workflow</label>
              <select
                id="scheduled-workflow"
                value={workflow.workflowId}
                onInput={(event) => setChosen(event.currentTarget.value)}
              >
                {items.map(({ workflowId, definition }) => (
                  <option key={workflowId} value={workflowId}>
                    {definition.name}
                  </option>
                ))}
              </select>
              <Times key={workflow.workflowId} workflow={workflow} onMade={onMade} />
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}

function Times({ workflow, onMade }: { workflow: Workflow; onMade: () => void }) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [given, setGiven] = useState<Record<Field, string>>({ scheduleId: '', cron: '', timeZone: zone });
  const [catchUp, setCatchUp] = useState('last');
  const [trouble, setTrouble] = useState<Trouble>();
  const save = async (input: Record<string, unknown>): Promise<void> => {
    setTrouble(undefined);
    const { scheduleId, cron, timeZone } = given;
    const body = { workflowId: workflow.workflowId, cron, timeZone, catchUp, input };
    try {
      await ask(inWorkspace(`/schedules/${encodeURIComponent(scheduleId)}`), { method: 'PUT', body });
      onMade();
    } catch (error) {
      setTrouble(troubleOf(error));
    }
  };
  return (
    <>
      <div class="fields">
        {(Object.keys(fields) as Field[]).map((name) => (
          <div key={name} class="field">
            <label for={`schedule-${name}`}>{fields[name][0]}</label>
            <input
              id={`schedule-${name}`}
              value={given[name]}
              placeholder={fields[name][1]}
              onInput={(event) => setGiven({ ...given, [name]: event.currentTarget.value })}
            />
          </div>
        ))}
        <div class="field">
          <label for="schedule-late">Times that passed while nobody was there</label>
          <select id="schedule-late" value={catchUp} onInput={(event) => setCatchUp(event.currentTarget.value)}>
            <option value="last">Run the last one</option>
            <option value="all">Run all, ten at most</option>
            <option value="none">Run none</option>
          </select>
        </div>
      </div>
      <SchemaForm
        schema={workflow.definition.inputSchema ?? {}}
        submitLabel="Save the schedule"
        busy={false}
        onSubmit={(input) => void save(input)}
      />
      {trouble !== undefined && <TroubleNote trouble={trouble} />}
    </>
  );
}
