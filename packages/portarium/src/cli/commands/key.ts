import { argument, listOf, required, textValue, withDefault } from '@quadrivium/kernel/shell';
import { shown } from '../session.js';
import type { Verb } from '../verb.js';

export const keyCommands = (verb: Verb) => [
  verb({
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
    async run({ rest, at }, { principal, roles, kind, onBehalfOf, label, days }) {
      const known = { principalId: principal, roles, kind, onBehalfOf };
      if (roles !== undefined) await rest.send('POST', at('users'), { body: known });
      const expiresInMs = days === undefined ? undefined : Math.round(Number(days) * 86_400_000);
      const body = { principalId: principal, label, expiresInMs };
      return shown(await rest.send<{ secret: string }>('POST', at('api-keys'), { body }), ({ secret }) => secret);
    },
  }),
  verb({
    name: 'key list',
    description: 'All keys, without their secrets',
    async run({ rest, at }) {
      return shown(await rest.send<{ items: unknown[] }>('GET', at('api-keys')), ({ items }) => items);
    },
  }),
  verb({
    name: 'key revoke',
    description: 'Take a key out of use',
    arguments: { key: argument('its id') },
    run: async ({ rest, at }, { key }) => shown(await rest.send('POST', at('api-keys', key, 'revoke'))),
  }),
];
