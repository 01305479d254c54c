import { Page } from '../../parts/page.js';
import { may } from '../../state/session.js';
import { Keys } from './keys.js';
import { Passkeys } from './passkeys.js';
import { Principals } from './principals.js';

/** Who may do what here, and with which keys. */
export function People() {
  return (
    <Page title="People and keys" lead="Who works in this workspace, with which roles, keys and passkeys.">
      <Passkeys />
      {may('workspace:admin') ? (
        <>
          <Principals />
          <Keys />
        </>
      ) : (
        <p class="soft">People and keys are shown to administrators.</p>
      )}
    </Page>
  );
}
