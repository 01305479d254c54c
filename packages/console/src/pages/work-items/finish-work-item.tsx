import { useState } from 'preact/hooks';
import { ActionButton } from '../../parts/action-button.js';
import { TroubleNote } from '../../parts/notes.js';
import { inWorkspace, may } from '../../state/session.js';
import { useAction } from '../../state/use-action.js';
import { ask } from '../../wire/rest.js';

/** Takes a work item and says how it ended, in one go: the token that completes it is in the answer to taking it. */
export function FinishWorkItem({ id, onChanged }: { id: string; onChanged: () => void }) {
  const [notes, setNotes] = useState('');
  const [output, setOutput] = useState('');
  const action = useAction();
  const finish = async (outcome: 'succeeded' | 'failed'): Promise<void> => {
    await action.run(async () => {
      const given = output.trim() === '' ? {} : { output: JSON.parse(output) as unknown };
      const path = inWorkspace(`/work-items/${encodeURIComponent(id)}`);
      const { completionToken } = await ask<{ completionToken: string }>(`${path}/claim`, { method: 'POST', body: {} });
      const said = notes.trim() === '' ? {} : { notes: notes.trim() };
      await ask(`${path}/complete`, { method: 'POST', body: { outcome, completionToken, ...given, ...said } });
    });
    onChanged();
  };
  const refused = may('work-item:write') ? undefined : 'Your roles do not include finishing work items.';
  return (
    <details>
      <summary>Finish it</summary>
      <div class="field">
        <label for={`notes-${id}`}>What you did</label>
        <input id={`notes-${id}`} value={notes} onInput={(event) => setNotes(event.currentTarget.value)} />
        <label for={`output-${id}`}>Result as JSON, where one is asked for</label>
        <input
          id={`output-${id}`}
          value={output}
          spellcheck={false}
          onInput={(event) => setOutput(event.currentTarget.value)}
        />
        <div class="buttons">
          <ActionButton tone="primary" reason={refused} onClick={() => void finish('succeeded')}>
            Done
          </ActionButton>
          <ActionButton tone="danger" blocked={refused !== undefined} onClick={() => void finish('failed')}>
            It failed
          </ActionButton>
        </div>
      </div>
      {action.trouble !== undefined && <TroubleNote trouble={action.trouble} />}
    </details>
  );
}
