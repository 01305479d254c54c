import { type Command, listOf, oneOf, required, textValue } from '@quadrivium/kernel/shell';
import { principalKinds } from '../../domain/principal.js';
import { portariumFault } from '../../faults.js';
import { createApiKey } from '../../operations/workspace/create-api-key.js';
import { putPrincipal } from '../../operations/workspace/put-principal.js';
import { shown } from '../command-context.js';
import { portariumCommand } from '../global-flags.js';
import { withSession } from '../open-session.js';
import type { OpenPlane } from '../plane-settings.js';

/** Two operations in one command: whoever gets a first key has to be known first. */
export const createKeyCommand = (open: OpenPlane): Command =>
  portariumCommand({
    name: 'key create',
    description: 'Create a key; it is shown this one time',
    options: {
      principal: required(textValue('principal', 'whose key it is', 'id')),
      roles: listOf(
        'roles',
        'make the principal known with these roles: admin, operator, approver, auditor, agent',
        'names',
      ),
      kind: oneOf('kind', 'what it is for', principalKinds),
      onBehalfOf: textValue('on-behalf-of', 'the person an agent or service acts for', 'id'),
      label: textValue('label', 'a note', 'text'),
      days: textValue('days', 'how long the key is valid', 'n'),
      scopes: listOf('scopes', 'no more than these permissions, such as run:read, run:* or server:cobre', 'names'),
    },
    run: (io, given) =>
      withSession(given, open, io, false, async ({ client, workspaceId }) => {
        const { principal: principalId, roles, kind, onBehalfOf, label, scopes } = given;
        if (roles !== undefined) await client.call(putPrincipal, { workspaceId, principalId, roles, kind, onBehalfOf });
        const expiresInMs = millisecondsOf(given.days);
        const made = await client.call(createApiKey, { workspaceId, principalId, label, expiresInMs, scopes });
        return shown(made, ({ secret }) => secret);
      }),
  });

function millisecondsOf(days: string | undefined): number | undefined {
  if (days === undefined) return undefined;
  const found = Math.round(Number(days) * 86_400_000);
  if (found > 0) return found;
  throw portariumFault('BadUsage', `--days needs a number of days, not "${days}".`);
}
