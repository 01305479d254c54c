import type { WorkflowView as Workflow } from '@quadrivium/portarium/answers';
import { useState } from 'preact/hooks';
import { Choice } from '../../parts/choice.js';
import { Field } from '../../parts/field.js';
import { TroubleNote } from '../../parts/notes.js';
import { SchemaForm } from '../../parts/schema-form.js';
import { inWorkspace } from '../../state/session.js';
import { useAction } from '../../state/use-action.js';
import { ask } from '../../wire/rest.js';
import { WorkflowCard } from '../workflow-card.js';

const fields = {
  scheduleId: ['Name', 'nightly'],
  cron: ['Minute, hour, day, month, weekday', '30 6 * * 1-5'],
  timeZone: ['Time zone', 'Europe/London'],
} as const;
const late = { last: 'Run the last one', all: 'Run all, ten at most', none: 'Run none' };
type Name = keyof typeof fields;

/** Saves a schedule for a workflow, with what the workflow asks for. */
export function NewSchedule({ onMade }: { onMade: () => void }) {
  return (
    <WorkflowCard title="New schedule">
      {(workflow) => <Times key={workflow.workflowId} workflow={workflow} onMade={onMade} />}
    </WorkflowCard>
  );
}

function Times({ workflow, onMade }: { workflow: Workflow; onMade: () => void }) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [given, setGiven] = useState<Record<Name, string>>({ scheduleId: '', cron: '', timeZone: zone });
  const [catchUp, setCatchUp] = useState<keyof typeof late>('last');
  const action = useAction();
  const save = (input: Record<string, unknown>) =>
    action.run(async () => {
      const { scheduleId, cron, timeZone } = given;
      const body = { workflowId: workflow.workflowId, cron, timeZone, catchUp, input };
      await ask(inWorkspace(`/schedules/${encodeURIComponent(scheduleId)}`), { method: 'PUT', body });
      onMade();
    });
  return (
    <>
      <div class="fields">
        {(Object.keys(fields) as Name[]).map((name) => (
          <Field
            key={name}
            id={`schedule-${name}`}
            title={fields[name][0]}
            value={given[name]}
            placeholder={fields[name][1]}
            onInput={(text) => setGiven({ ...given, [name]: text })}
          />
        ))}
        <Choice
          id="schedule-late"
          title="Times that passed while nobody was there"
          options={late}
          value={catchUp}
          onChange={setCatchUp}
        />
      </div>
      <SchemaForm
        schema={workflow.definition.inputSchema ?? {}}
        submitLabel="Save the schedule"
        busy={false}
        onSubmit={(input) => void save(input)}
      />
      {action.trouble !== undefined && <TroubleNote trouble={action.trouble} />}
    </>
  );
}
