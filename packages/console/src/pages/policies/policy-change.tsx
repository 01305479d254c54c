import type { PolicyView as Policy, SimulationView as Simulation } from '@quadrivium/portarium/answers';
import { useState } from 'preact/hooks';
import { ActionButton } from '../../parts/action-button.js';
import { ActionNotes } from '../../parts/action-notes.js';
import { Card } from '../../parts/page.js';
import { may } from '../../state/session.js';
import { useAction } from '../../state/use-action.js';
import { Changes } from './changes.js';
import { policyCalls } from './policy-calls.js';

/**
 * Two steps: what would change is shown, and only what was shown can be done. The server holds page and person to that: it
 * takes the digest of the difference, and refuses it when the active policies are others by then.
 */
export function PolicyChange({ policy }: { policy: Policy }) {
  const { active, version, policyId, body } = policy;
  const [seen, setSeen] = useState<Simulation>();
  const action = useAction();
  const look = () =>
    action.run(async () => {
      const change = active ? { without: policyId } : { source: body };
      setSeen(await policyCalls.simulate({ ...change, against: 'active' }));
      return undefined;
    });
  const change = (digest: string) =>
    action.run(async () => {
      setSeen(undefined);
      await (active ? policyCalls.deactivate(policy, digest) : policyCalls.activate(policy, digest));
      return active ? `Version ${version} no longer counts.` : `Version ${version} counts now.`;
    });
  const refused = may('policy:write') ? undefined : 'Your roles do not include changing policies.';
  const digest = seen?.diffDigest;
  return (
    <Card title={active ? 'Take it out of use' : 'Make it count'}>
      <p class="soft">{active ? 'It counts' : 'It does not count'} now. First see what a change would change.</p>
      <div class="buttons">
        <ActionButton busy={action.busy} onClick={look}>
          {active ? 'See what doing without it changes' : 'See what it changes'}
        </ActionButton>
      </div>
      {seen !== undefined && <Changes found={seen} caption="Past calls that would be decided otherwise from now on" />}
      {digest !== undefined && (
        <>
          <p class="digest">
            This difference is <code>{digest}</code>; evidence keeps that you saw it.
          </p>
          <div class="buttons">
            <ActionButton
              tone={active ? 'danger' : 'primary'}
              busy={action.busy}
              reason={refused}
              onClick={() => void change(digest)}
            >
              {active ? `Take version ${version} out of use` : `Make version ${version} count`}
            </ActionButton>
          </div>
        </>
      )}
      <ActionNotes action={action} />
    </Card>
  );
}
