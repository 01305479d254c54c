import { type Command, listOf, required, textValue, withDefault } from '@quadrivium/kernel/shell';
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
      kind: withDefault(textValue('kind', 'user, agent or service', 'kind'), 'user'),
      onBehalfOf: textValue('on-behalf-of', 'the person an agent or service acts for', 'id'),
      label: textValue('label', 'a note', 'text'),
      days: textValue('days', 'how long the key is valid', 'n'),
    },
    run: (io, given) =>
      withSession(given, open, io, false, async ({ client, workspaceId }) => {
        const { principal: principalId, roles, kind, onBehalfOf, label, days } = given;
        if (roles !== undefined) await client.call(putPrincipal, { workspaceId, principalId, roles, kind, onBehalfOf });
        const expiresInMs = days === undefined ? undefined : Math.round(Number(days) * 86_400_000);
        const made = await client.call(createApiKey, { workspaceId, principalId, label, expiresInMs });
        return shown(made, ({ secret }) => secret);
      }),
  });
