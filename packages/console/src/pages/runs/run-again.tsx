import type { RunView as Run, RunSummary } from '@quadrivium/portarium/answers';
import { useState } from 'preact/hooks';
import { ActionButton } from '../../parts/action-button.js';
import { TroubleNote } from '../../parts/notes.js';
import { link } from '../../state/route.js';
import { inWorkspace, may } from '../../state/session.js';
import { ask } from '../../wire/rest.js';
import { type Trouble, troubleOf } from '../../wire/trouble.js';

/** A new run of the same workflow with the same input; what the first one did is not repeated by it, but done anew. */
export function RunAgain({ run }: { run: Run }) {
  const [trouble, setTrouble] = useState<Trouble>();
  const again = async (): Promise<void> => {
    try {
      const body = { workflowId: run.workflowId, parameters: run.input };
      const { runId } = await ask<RunSummary>(inWorkspace('/runs'), { method: 'POST', body });
      location.hash = link('runs', runId);
    } catch (error) {
      setTrouble(troubleOf(error));
    }
  };
  return (
    <>
      <ActionButton
        reason={may('run:start') ? undefined : 'Your roles do not include starting runs.'}
        onClick={() => void again()}
      >
        Run it again with the same input
      </ActionButton>
      {trouble !== undefined && <TroubleNote trouble={trouble} />}
    </>
  );
}
