import type { RunSummary } from '@quadrivium/portarium/answers';
import { ActionButton } from '../../parts/action-button.js';
import { ActionNotes } from '../../parts/action-notes.js';
import { inWorkspace, may } from '../../state/session.js';
import { useAction } from '../../state/use-action.js';
import { ask } from '../../wire/rest.js';

/** Holds a run before its next step; letting it go on again is offered where it says that somebody has to look. */
export function PauseRun({ run, onChanged }: { run: RunSummary; onChanged: () => void }) {
  const action = useAction();
  const pause = () =>
    action.run(async () => {
      const body = { interventionType: 'pause', rationale: 'Paused from the page of the run.' };
      await ask(inWorkspace(`/runs/${encodeURIComponent(run.runId)}/interventions`), { method: 'POST', body });
      onChanged();
      return 'It stops before its next step.';
    });
  return (
    <>
      <ActionButton
        busy={action.busy}
        reason={may('run:intervene') ? undefined : 'Your roles do not include pausing runs.'}
        onClick={() => void pause()}
      >
        Pause
      </ActionButton>
      <ActionNotes action={action} />
    </>
  );
}
