import type { RunSummary } from '@quadrivium/portarium/answers';
import { Act } from '../../parts/act.js';
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
    <Act
      action={action}
      reason={may('run:intervene') ? undefined : 'Your roles do not include pausing runs.'}
      onClick={pause}
    >
      Pause
    </Act>
  );
}
