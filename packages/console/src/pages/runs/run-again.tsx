import type { RunView as Run, RunSummary } from '@quadrivium/portarium/answers';
import { ActionButton } from '../../parts/action-button.js';
import { TroubleNote } from '../../parts/notes.js';
import { link } from '../../state/route.js';
import { inWorkspace, may } from '../../state/session.js';
import { useAction } from '../../state/use-action.js';
import { ask } from '../../wire/rest.js';

/** A new run of the same workflow with the same input; what the first one did is not repeated by it, but done anew. */
export function RunAgain({ run }: { run: Run }) {
  const action = useAction();
  const again = () =>
    action.run(async () => {
      const body = { workflowId: run.workflowId, parameters: run.input };
      const { runId } = await ask<RunSummary>(inWorkspace('/runs'), { method: 'POST', body });
      location.hash = link('runs', runId);
    });
  return (
    <>
      <ActionButton reason={may('run:start') ? undefined : 'Your roles do not include starting runs.'} onClick={again}>
        Run it again with the same input
      </ActionButton>
      {action.trouble !== undefined && <TroubleNote trouble={action.trouble} />}
    </>
  );
}
