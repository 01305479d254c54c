import { Command } from 'commander';
import type { AgentView } from '../../app/views.js';
import type { Sessions } from '../session.js';

const brief = ({ agentId, machineId, displayName, liveness, lastHeartbeatAtIso, quarantineReason }: AgentView) => ({
  agentId,
  machineId,
  displayName,
  liveness,
  heartbeat: lastHeartbeatAtIso,
  quarantine: quarantineReason,
});

export function agentCommand(sessions: Sessions): Command {
  const command = new Command('agent').description('Agents and whether they are alive');
  command
    .command('list')
    .description('All agents')
    .action(() =>
      sessions.with(async (session) => {
        const list = await session.rest.send<{ items: AgentView[] }>('GET', session.at('agents'));
        session.show(list, ({ items }) => items.map(brief));
      }),
    );
  command
    .command('quarantine <agent>')
    .description('Offer it no more work until somebody has looked')
    .requiredOption('--reason <text>')
    .action((agentId: string, { reason }: { reason: string }) =>
      sessions.with(async (session) => {
        const path = session.at('agents', agentId, 'quarantine');
        session.show(await session.rest.send<AgentView>('POST', path, { body: { reason } }), brief);
      }),
    );
  command
    .command('review <agent>')
    .description('End a quarantine')
    .option('--accept', 'take over the capabilities it came back with')
    .action((agentId: string, { accept = false }: { accept?: boolean }) =>
      sessions.with(async (session) => {
        const path = `${session.at('agents', agentId)}:review-drift`;
        session.show(await session.rest.send<AgentView>('POST', path, { body: { accept } }), brief);
      }),
    );
  command
    .command('direct <agent> <directive>')
    .description('Tell it something with its next heartbeat')
    .action((agentId: string, directive: string) =>
      sessions.with(async (session) => {
        const path = session.at('agents', agentId, 'directives');
        session.show(await session.rest.send<AgentView>('POST', path, { body: { directive } }), brief);
      }),
    );
  return command;
}
