import { handOver, packageVersion, runProgram, type Terminal } from '@quadrivium/kernel/shell';
import { agentCommands } from './commands/agent.js';
import { approveCommands } from './commands/approve.js';
import { backupCommand, restoreCommand } from './commands/backup.js';
import { doctorCommand } from './commands/doctor.js';
import { eventsCommands } from './commands/events.js';
import { evidenceCommands } from './commands/evidence.js';
import { initCommand } from './commands/init.js';
import { keyCommands } from './commands/key.js';
import { policyCommands } from './commands/policy.js';
import { runCommands } from './commands/run.js';
import { serveCommand } from './commands/serve.js';
import { toolsCommands } from './commands/tools.js';
import { workItemCommands } from './commands/work-item.js';
import { workflowCommands } from './commands/workflow.js';
import { globalFlags } from './global-flags.js';
import type { OpenPlane } from './plane-settings.js';
import { verbsOn } from './verb.js';

/** Programs with the command line of every MCP server, by their word. */
export type Servers = Readonly<Record<'mcp' | 'gateway', () => Promise<void>>>;

/** One command line from words to exit code; nothing is thrown. */
export function runPortarium(
  words: readonly string[],
  open: OpenPlane,
  terminal: Terminal,
  servers?: Servers,
): Promise<number> {
  const verb = verbsOn(open);
  const served = (name: keyof Servers) => async (rest: readonly string[]) => {
    // These read their flags from the words of the process.
    process.argv.splice(2, process.argv.length, ...rest);
    await servers?.[name]();
    return process.exitCode as number | undefined;
  };
  const program = {
    name: 'portarium',
    version: packageVersion(import.meta.url),
    description: 'Let agents do real work under policy, human approval and evidence.',
    options: globalFlags,
    groups,
    commands: [
      initCommand(open),
      serveCommand(open),
      ...workflowCommands(verb),
      ...runCommands(verb),
      ...approveCommands(verb),
      ...workItemCommands(verb),
      ...agentCommands(verb),
      ...policyCommands(verb),
      ...toolsCommands(verb),
      ...keyCommands(verb),
      ...evidenceCommands(verb),
      ...eventsCommands(verb),
      doctorCommand(open),
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
  return runProgram(program, words, terminal);
}

const groups = {
  workflow: 'Save, check and try workflows',
  run: 'Start, look at, cancel and watch runs',
  approve: 'See what waits for a decision, and decide',
  'work-item': 'What people have to do or look at',
  agent: 'Agents and whether they are alive',
  policy: 'What may run, what is asked, what is refused',
  tools: 'Tools of other servers, and who has reviewed them',
  key: 'API keys of people, agents and services',
  evidence: 'The record of every decision, intent and outcome',
  events: 'What happens, as CloudEvents',
};
