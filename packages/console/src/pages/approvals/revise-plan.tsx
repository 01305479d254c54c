import type { ApprovalView as Approval } from '@quadrivium/portarium/answers';
import { useState } from 'preact/hooks';
import { ActionButton } from '../../parts/action-button.js';
import { TroubleNote } from '../../parts/notes.js';
import { link } from '../../state/route.js';
import { inWorkspace } from '../../state/session.js';
import { useAction } from '../../state/use-action.js';
import { ask } from '../../wire/rest.js';

/** The answer to a request for changes: other arguments make another plan, and that waits for another decision. */
export function RevisePlan({ approval }: { approval: Approval }) {
  const planned = Object.fromEntries(approval.plan.map((call) => [call.stepId, call.arguments]));
  const [text, setText] = useState(JSON.stringify(planned, null, 2));
  const action = useAction();
  const revise = () =>
    action.run(async () => {
      const path = inWorkspace(`/approvals/${encodeURIComponent(approval.approvalId)}/revise`);
      const next = await ask<Approval>(path, { method: 'POST', body: { arguments: JSON.parse(text) as unknown } });
      location.hash = link('approvals', next.approvalId);
    });
  return (
    <div class="decision">
      <label for="revised">New arguments by step</label>
      <textarea
        id="revised"
        class="code"
        rows={6}
        spellcheck={false}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <ActionButton onClick={revise}>Propose this instead</ActionButton>
      {action.trouble !== undefined && <TroubleNote trouble={action.trouble} />}
    </div>
  );
}
