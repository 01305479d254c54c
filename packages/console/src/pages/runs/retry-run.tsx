import type { RunView as Run, RunSummary } from '@quadrivium/portarium/answers';
import { ActionButton } from '../../parts/action-button.js';
import { TroubleNote } from '../../parts/notes.js';
import { link } from '../../state/route.js';
import { inWorkspace, may } from '../../state/session.js';
import { useAction } from '../../state/use-action.js';
import { ask } from '../../wire/rest.js';

/** Goes on from the step that failed; what succeeded is not done again. */
export function RetryRun({ run }: { run: Run }) {
  const action = useAction();
  const retry = () =>
    action.run(async () => {
      const path = inWorkspace(`/runs/${encodeURIComponent(run.runId)}/retry`);
      const { runId } = await ask<RunSummary>(path, { method: 'POST', body: {} });
      location.hash = link('runs', runId);
    });
  const failed = run.failure?.actionId;
  return (
    <>
      <ActionButton
        tone="primary"
        reason={may('run:start') ? undefined : 'Your roles do not include starting runs.'}
        onClick={retry}
      >
        {failed === undefined ? 'Go on from where it failed' : `Go on from the failed step “${failed}”`}
      </ActionButton>
      {action.trouble !== undefined && <TroubleNote trouble={action.trouble} />}
    </>
  );
}
