import type { RunSummary } from '@quadrivium/portarium/answers';
import { useState } from 'preact/hooks';
import { ActionButton } from '../../parts/action-button.js';
import { TroubleNote } from '../../parts/notes.js';
import { inWorkspace, may } from '../../state/session.js';
import { useAction } from '../../state/use-action.js';
import { ask } from '../../wire/rest.js';

/** Asks once more before it ends something. */
export function CancelRun({ run, onChanged }: { run: RunSummary; onChanged: () => void }) {
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const action = useAction();
  const cancel = () =>
    action.run(async () => {
      const body = reason.trim() === '' ? {} : { rationale: reason.trim() };
      await ask(inWorkspace(`/runs/${encodeURIComponent(run.runId)}/cancel`), { method: 'POST', body });
      setAsking(false);
      onChanged();
    });
  const refused = may('run:cancel') ? undefined : 'Your roles do not include cancelling runs.';
  const requested = run.cancelRequestedAtIso === undefined ? refused : 'It is being cancelled.';
  if (!asking)
    return (
      <ActionButton reason={requested} onClick={() => setAsking(true)}>
        Cancel this run …
      </ActionButton>
    );
  return (
    <div class="decision">
      <label for="cancel-reason">Why should it end?</label>
      <input id="cancel-reason" value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
      <p class="soft">A call that has already left is waited for; nothing after it is begun.</p>
      <div class="buttons">
        <ActionButton tone="danger" onClick={cancel}>
          End the run
        </ActionButton>
        <ActionButton onClick={() => setAsking(false)}>Let it go on</ActionButton>
      </div>
      {action.trouble !== undefined && <TroubleNote trouble={action.trouble} />}
    </div>
  );
}
