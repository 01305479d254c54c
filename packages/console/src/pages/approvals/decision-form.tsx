import type { ApprovalView as Approval, Page, PasskeyView } from '@quadrivium/portarium/answers';
import { useState } from 'preact/hooks';
import { ActionButton } from '../../parts/action-button.js';
import { TroubleNote } from '../../parts/notes.js';
import { link } from '../../state/route.js';
import { inWorkspace, may } from '../../state/session.js';
import { useResource } from '../../state/use-resource.js';
import { ask } from '../../wire/rest.js';
import { type Trouble, troubleOf } from '../../wire/trouble.js';
import { ownPasskeys, passkeyHindrance, passkeysPath, signDecision } from '../passkeys.js';

type Decision = 'Approved' | 'Denied' | 'RequestChanges';

const done: Readonly<Record<Decision, string>> = {
  Approved: 'Approved',
  Denied: 'Denied',
  RequestChanges: 'Changes requested',
};

/** The server decides who may; the page only says so beforehand, in the server's words. */
export function DecisionForm({ approval, onDecided }: { approval: Approval; onDecided: () => void }) {
  const [rationale, setRationale] = useState('');
  const [busy, setBusy] = useState<Decision>();
  const [said, setSaid] = useState<Decision>();
  const [trouble, setTrouble] = useState<Trouble>();
  const place = passkeysPath();
  const known = useResource(place, (signal) => ask<Page<PasskeyView>>(place, { signal }));
  const passkeys = known.data === undefined ? [] : ownPasskeys(known.data);
  const hindrance = passkeyHindrance();
  const signs = approval.passkey === true || (passkeys.length > 0 && hindrance === undefined);
  const decide = async (decision: Decision): Promise<void> => {
    if (busy !== undefined) return;
    setBusy(decision);
    setTrouble(undefined);
    try {
      const reason = rationale.trim() === '' ? undefined : rationale.trim();
      const signed = decision === 'Approved' && signs;
      const passkey = signed ? await signDecision(approval, decision, reason, passkeys) : undefined;
      const body = { decision, rationale: reason, passkey };
      const path = inWorkspace(`/approvals/${encodeURIComponent(approval.approvalId)}/decide`);
      await ask(path, { method: 'POST', body, idempotencyKey: crypto.randomUUID() });
      setSaid(decision);
      onDecided();
    } catch (error) {
      setTrouble(troubleOf(error));
    } finally {
      setBusy(undefined);
    }
  };
  const yours = approval.yourDecision;
  const refused = yours?.possible === false ? yours.reason : closedUnless(approval.status === 'Pending');
  const unable = approval.passkey === true ? (hindrance ?? (passkeys.length === 0 ? noPasskey : undefined)) : undefined;
  const cannotApprove = (yours?.possible ? yours.cannotApprove : undefined) ?? unable;
  const unsaid = rationale.trim() === '' ? 'Say why first.' : undefined;
  const open = approval.status === 'Pending';
  return (
    <div class={open || said !== undefined ? 'decision' : 'hidden'}>
      <p role="status" class={said === undefined ? 'quiet-status' : 'note good'}>
        {said !== undefined && (
          <span>
            {done[said]}. <a href={link('runs', approval.runId)}>See the run</a>.
          </span>
        )}
      </p>
      {open && (
        <>
          <label for="rationale">Your reason</label>
          <textarea
            id="rationale"
            rows={2}
            value={rationale}
            aria-describedby="rationale-help"
            onInput={(event) => setRationale(event.currentTarget.value)}
          />
          <p id="rationale-help" class="soft">
            Optional for an approval, needed otherwise. It becomes part of the evidence.
          </p>
          <div class="buttons">
            <ActionButton
              tone="primary"
              reason={refused ?? cannotApprove}
              busy={busy === 'Approved'}
              onClick={() => void decide('Approved')}
            >
              {signs ? 'Approve with passkey' : 'Approve'}
            </ActionButton>
            <ActionButton
              tone="danger"
              reason={refused === undefined ? unsaid : undefined}
              blocked={refused !== undefined}
              busy={busy === 'Denied'}
              onClick={() => void decide('Denied')}
            >
              Deny
            </ActionButton>
            <ActionButton
              blocked={refused !== undefined || unsaid !== undefined}
              busy={busy === 'RequestChanges'}
              onClick={() => void decide('RequestChanges')}
            >
              Request changes
            </ActionButton>
          </div>
        </>
      )}
      {open && approval.passkey === true && passkeys.length === 0 && (
        <p>
          Register one on <a href={link('people')}>People and keys</a>.
        </p>
      )}
      {open && approval.passkey !== true && (refused ?? cannotApprove) !== undefined && may('workspace:admin') && (
        <p class="soft">
          Nobody else is here yet? Add somebody on <a href={link('people')}>People and keys</a>, and hand them their
          key.
        </p>
      )}
      {trouble !== undefined && <TroubleNote trouble={trouble} />}
    </div>
  );
}

const noPasskey = 'Policy wants your passkey here, and you have registered none.';

const closedUnless = (open: boolean): string | undefined => (open ? undefined : 'This approval is closed.');
