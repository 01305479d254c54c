import { operationCommands } from '@quadrivium/kernel';
import { handOver, type Program, packageVersion, runProgram, type Terminal } from '@quadrivium/kernel/shell';
import { operations } from '../operations/list.js';
import { backupCommand, restoreCommand } from './commands/backup.js';
import { doctorCommand } from './commands/doctor.js';
import { tailCommand } from './commands/events.js';
import { exportCommand, verifyCommand } from './commands/evidence.js';
import { initCommand } from './commands/init.js';
import { createKeyCommand } from './commands/key.js';
import { policyTestCommand } from './commands/policy-test.js';
import { retentionCommand } from './commands/retention.js';
import { startCommand, watchCommand } from './commands/run.js';
import { serveCommand } from './commands/serve.js';
import { globalFlags } from './global-flags.js';
import { callsOn } from './open-session.js';
import type { OpenPlane } from './plane-settings.js';

/** Programs with the command line of every MCP server, by their word. */
export type Servers = Readonly<Record<'mcp' | 'gateway', () => Promise<void>>>;

/** One command line from words to exit code; nothing is thrown. */
export function runPortarium(
  words: readonly string[],
  open: OpenPlane,
  terminal: Terminal,
  servers?: Servers,
): Promise<number> {
  return runProgram(portariumProgram(open, servers), words, terminal);
}

export function portariumProgram(open: OpenPlane, servers?: Servers): Program {
  const derived = operationCommands(operations, callsOn(open)).filter(({ name }) => name !== 'run start');
  const served = (name: keyof Servers) => async () => servers?.[name]();
  return {
    name: 'portarium',
    version: packageVersion(import.meta.url),
    description: 'Let agents do real work under policy, human approval and evidence.',
    options: globalFlags,
    groups,
    commands: [
      initCommand(open),
      serveCommand(open),
      ...derived,
      startCommand(open),
      watchCommand(open),
      createKeyCommand(open),
      verifyCommand(open),
      exportCommand(open),
      retentionCommand(open),
      tailCommand(open),
      doctorCommand(open),
      policyTestCommand,
      backupCommand,
      restoreCommand,
      handOver('mcp', 'The MCP server over stdio or HTTP; see portarium mcp --help', served('mcp')),
      handOver(
        'gateway',
        'Other MCP servers behind one governed endpoint; see portarium gateway --help',
        served('gateway'),
      ),
    ],
  };
}

const groups = {
  workflow: 'Save, check and try workflows',
  run: 'Start, look at, cancel and watch runs',
  approve: 'See what waits for a decision, and decide',
  'work-item': 'What people have to do or look at',
  agent: 'Agents and whether they are alive',
  passkey: 'Passkeys, with which people sign their decisions',
  policy: 'What may run, what is asked, what is refused',
  tools: 'Tools of other servers, and who has reviewed them',
  key: 'API keys of people, agents and services',
  evidence: 'The record of every decision, intent and outcome',
  retention: 'How long what has ended is kept, and removing it',
  events: 'What happens, as CloudEvents',
  action: 'Single calls that an agent proposes',
  definition: 'Workflows that are not saved',
  exposure: 'Who may see which of our own tools',
  machine: 'Machines that agents run on',
  override: 'Decisions against separation of duties',
  plan: 'What was approved beside what was done',
  principal: 'People, agents and services',
  task: 'Work that agents take',
  notice: 'Which people are told what waits or has failed',
  push: 'Browsers in which people are told what waits for them',
  webhook: 'Who is sent what happens',
  workspace: 'The workspace itself: its environment, and whether anything runs',
};
