import { Command } from 'commander';
import type { PolicyView, SimulationView } from '../../app/views.js';
import type { Sessions } from '../session.js';
import { fileText } from './input-value.js';

const brief = ({ policyId, version, active, body }: PolicyView) => ({
  policyId,
  version,
  active,
  name: body.name,
  rules: body.rules.length,
});

export function policyCommand(sessions: Sessions): Command {
  const command = new Command('policy').description('What may run, what is asked, what is refused');
  command
    .command('apply <file>')
    .description('Save a JSON or YAML policy')
    .option('--activate', 'and make it count at once')
    .action((file: string, { activate = false }: { activate?: boolean }) =>
      sessions.with(async (session) => {
        const body = { source: await fileText(file), activate };
        session.show(await session.rest.send<PolicyView>('POST', session.at('policies'), { body }), brief);
      }),
    );
  command
    .command('simulate <file>')
    .description('Which past calls it would have changed; writes nothing')
    .option('--since <time>', 'ISO time')
    .action((file: string, { since }: { since?: string }) =>
      sessions.with(async (session) => {
        const body = { source: await fileText(file), sinceIso: since };
        const path = `${session.at()}/policies:simulate`;
        const report = await session.rest.send<SimulationView>('POST', path, { body });
        session.show(report, ({ considered, changes }) => ({ considered, changes }));
      }),
    );
  command
    .command('list')
    .description('All policies')
    .action(() =>
      sessions.with(async (session) => {
        const list = await session.rest.send<{ items: PolicyView[] }>('GET', session.at('policies'));
        session.show(list, ({ items }) => items.map(brief));
      }),
    );
  command
    .command('activate <policy> <version>')
    .description('Make one version count')
    .action((policyId: string, version: string) =>
      sessions.with(async (session) => {
        const path = `${session.at('policies', policyId)}:activate`;
        session.show(await session.rest.send<PolicyView>('POST', path, { body: { version: Number(version) } }), brief);
      }),
    );
  command
    .command('deactivate <policy>')
    .description('Take a policy out of use')
    .action((policyId: string) =>
      sessions.with(async (session) => {
        await session.rest.send('POST', `${session.at('policies', policyId)}:deactivate`);
        session.show({ policyId, active: false });
      }),
    );
  return command;
}
