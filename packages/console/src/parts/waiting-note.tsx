import { link } from '../state/route.js';
import type { WaitingCall } from '../wire/governed.js';

/** A call that somebody has to allow before it is made, and where that is done. */
export function WaitingNote({ call: { runId, approvals, waitingFor } }: { call: WaitingCall }) {
  return (
    <div class="note warn" role="status">
      {approvals.length === 0 ? (
        <p>{waitingFor}</p>
      ) : (
        <p>
          Nothing has been called yet: somebody else than you has to allow it.{' '}
          {approvals.map(({ approvalId, prompt }) => (
            <a key={approvalId} href={link('approvals', approvalId)}>
              {prompt}
            </a>
          ))}
        </p>
      )}
      <p class="soft">
        The answer comes here once it is there, and stays in <a href={link('runs', runId)}>its run</a>.
      </p>
    </div>
  );
}
