import type { RunView as Run, RunSummary } from '@quadrivium/portarium/answers';
import { useState } from 'preact/hooks';
import { ActionButton } from '../../parts/action-button.js';
import { TroubleNote } from '../../parts/notes.js';
import { link } from '../../state/route.js';
import { inWorkspace, may } from '../../state/session.js';
import { ask } from '../../wire/rest.js';
import { type Trouble, troubleOf } from '../../wire/trouble.js';

/** Goes on from the step that failed; what succeeded is not done again. */
export function RetryRun({ run }: { run: Run }) {
  const [trouble, setTrouble] = useState<Trouble>();
  const retry = async (): Promise<void> => {
    try {
      const path = inWorkspace(`/runs/${encodeURIComponent(run.runId)}/retry`);
      const { runId } = await ask<RunSummary>(path, { method: 'POST', body: {} });
      location.hash = link('runs', runId);
    } catch (error) {
      setTrouble(troubleOf(error));
    }
  };
  const failed = run.failure?.actionId;
  return (
    <>
      <ActionButton
        tone="primary"
        reason={may('run:start') ? undefined : 'Your roles do not include starting runs.'}
        onClick={() => void retry()}
      >
        {failed === undefined ? 'Go on from where it failed' : `Go on from the failed step “${failed}”`}
      </ActionButton>
      {trouble !== undefined && <TroubleNote trouble={trouble} />}
    </>
  );
}
