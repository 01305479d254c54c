import type {
  Page as List,
  ToolView as PinnedTool,
  RunView as Run,
  StepView as Step,
} from '@quadrivium/portarium/answers';
import { useState } from 'preact/hooks';
import { ActionButton } from '../../parts/action-button.js';
import { TroubleNote } from '../../parts/notes.js';
import { Card } from '../../parts/page.js';
import { inWorkspace, may } from '../../state/session.js';
import { useAction } from '../../state/use-action.js';
import { useResource } from '../../state/use-resource.js';
import { ask } from '../../wire/rest.js';

type Act = (path: string, body: unknown) => Promise<void>;

/** A run that goes on only after somebody has looked: a tool that changed, a call nobody knows the end of, a pause. */
export function RunAttention({ run, onChanged }: { run: Run; onChanged: () => void }) {
  const action = useAction();
  const act: Act = async (path, body) => {
    await action.run(async () => {
      await ask(inWorkspace(path), { method: 'POST', body });
    });
    onChanged();
  };
  const unknown = run.steps.filter(({ state }) => state === 'UnknownOutcome');
  const blocked = run.steps.some(({ state }) => state === 'Blocked');
  if (run.status !== 'Paused' && unknown.length === 0) return null;
  return (
    <Card title="Somebody has to look">
      {blocked && <ChangedTools act={act} />}
      {unknown.map((step) => (
        <UnknownOutcome key={step.stepId} run={run} step={step} act={act} />
      ))}
      {!blocked && unknown.length === 0 && <Resume run={run} act={act} />}
      {action.trouble !== undefined && <TroubleNote trouble={action.trouble} />}
    </Card>
  );
}

function ChangedTools({ act }: { act: Act }) {
  const path = inWorkspace('/tools');
  const tools = useResource(path, (signal) => ask<List<PinnedTool>>(path, { signal }));
  const drifted = tools.data?.items.filter(({ drift }) => drift !== undefined) ?? [];
  const refused = may('policy:write') ? undefined : 'Only an administrator can accept a changed tool.';
  return (
    <>
      {drifted.map(({ server, tool }) => (
        <div key={`${server}/${tool}`} class="field">
          <p>
            <code>{tool}</code> of {server} is no longer what it was when this was planned.
          </p>
          <ActionButton reason={refused} onClick={() => void act('/tools:review', { server, tool })}>
            Accept what {server} offers now
          </ActionButton>
        </div>
      ))}
    </>
  );
}

const endings = [
  ['it-happened', 'It happened'],
  ['it-did-not-happen', 'It did not happen'],
  ['fail', 'Give up'],
] as const;

function UnknownOutcome({ run, step, act }: { run: Run; step: Step; act: Act }) {
  const [rationale, setRationale] = useState('');
  const settle = (kind: string) =>
    act(`/runs/${encodeURIComponent(run.runId)}/interventions`, {
      interventionType: 'resolve-unknown',
      rationale,
      stepId: step.stepId,
      resolution: { kind },
    });
  return (
    <div class="field">
      <p>
        The call of {step.stepId} left, and nobody heard how it ended. It is not repeated until somebody knows. Look at
        what it would have changed, then say what you found.
      </p>
      <Reason id={`found-${step.stepId}`} label="What you found" value={rationale} onInput={setRationale} />
      <div class="buttons">
        {endings.map(([kind, words], at) => (
          <ActionButton
            key={kind}
            reason={at === 0 ? tooShort(rationale) : undefined}
            blocked={tooShort(rationale) !== undefined}
            onClick={() => void settle(kind)}
          >
            {words}
          </ActionButton>
        ))}
      </div>
    </div>
  );
}

function Resume({ run, act }: { run: Run; act: Act }) {
  const [rationale, setRationale] = useState('');
  const path = `/runs/${encodeURIComponent(run.runId)}/interventions`;
  return (
    <div class="field">
      <Reason id="resume-why" label="Why it may go on" value={rationale} onInput={setRationale} />
      <ActionButton
        reason={tooShort(rationale)}
        onClick={() => void act(path, { interventionType: 'resume', rationale })}
      >
        Let it go on
      </ActionButton>
    </div>
  );
}

function tooShort(text: string): string | undefined {
  return text.trim().length < 8 ? 'Say it in eight characters or more.' : undefined;
}

interface ReasonProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onInput: (text: string) => void;
}

function Reason({ id, label, value, onInput }: ReasonProps) {
  return (
    <>
      <label for={id}>{label}</label>
      <input id={id} value={value} onInput={(event) => onInput(event.currentTarget.value)} />
    </>
  );
}
