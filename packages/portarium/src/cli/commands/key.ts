import { Command } from 'commander';
import type { Sessions } from '../session.js';

const list = (text: string): string[] => text.split(',').map((word) => word.trim());

interface CreateFlags {
  readonly principal: string;
  readonly roles?: string[];
  readonly kind?: string;
  readonly onBehalfOf?: string;
  readonly label?: string;
  readonly days?: string;
}

export function keyCommand(sessions: Sessions): Command {
  const command = new Command('key').description('API keys of people, agents and services');
  command
    .command('create')
    .description('Create a key; it is shown this one time')
    .requiredOption('--principal <id>', 'whose key it is')
    .option(
      '--roles <names>',
      'make the principal known with these roles: admin, operator, approver, auditor, agent',
      list,
    )
    .option('--kind <kind>', 'user, agent or service', 'user')
    .option('--on-behalf-of <id>', 'the person an agent or service acts for')
    .option('--label <text>', 'a note')
    .option('--days <n>', 'how long the key is valid')
    .action(({ principal, roles, kind, onBehalfOf, label, days }: CreateFlags) =>
      sessions.with(async (session) => {
        if (roles !== undefined)
          await session.rest.send('POST', session.at('users'), {
            body: { principalId: principal, roles, kind, onBehalfOf },
          });
        const expiresInMs = days === undefined ? undefined : Math.round(Number(days) * 86_400_000);
        const body = { principalId: principal, label, expiresInMs };
        const key = await session.rest.send<{ secret: string }>('POST', session.at('api-keys'), { body });
        session.show(key, ({ secret }) => secret);
      }),
    );
  command
    .command('list')
    .description('All keys, without their secrets')
    .action(() =>
      sessions.with(async (session) => {
        const keys = await session.rest.send<{ items: unknown[] }>('GET', session.at('api-keys'));
        session.show(keys, ({ items }) => items);
      }),
    );
  command
    .command('revoke <key>')
    .description('Take a key out of use')
    .action((keyId: string) =>
      sessions.with(async (session) =>
        session.show(await session.rest.send('POST', session.at('api-keys', keyId, 'revoke'))),
      ),
    );
  return command;
}
