import { Command } from 'commander';
import type { CliIo } from './cli-io.js';
import { agentCommand } from './commands/agent.js';
import { approveCommand } from './commands/approve.js';
import { backupCommand, restoreCommand } from './commands/backup.js';
import { doctorCommand } from './commands/doctor.js';
import { eventsCommand } from './commands/events.js';
import { evidenceCommand } from './commands/evidence.js';
import { initCommand } from './commands/init.js';
import { keyCommand } from './commands/key.js';
import { policyCommand } from './commands/policy.js';
import { runCommand } from './commands/run.js';
import { serveCommand } from './commands/serve.js';
import { workItemCommand } from './commands/work-item.js';
import { workflowCommand } from './commands/workflow.js';
import { type GlobalOptions, printerFor, sessionsFor } from './open-session.js';
import type { OpenPlane } from './plane-settings.js';
import { version } from './version.js';

/** All commands, in the order of the help. */
export function portariumProgram(open: OpenPlane, io: CliIo, signal: AbortSignal): Command {
  const env = process.env;
  const program = new Command('portarium')
    .description('Let agents do real work under policy, human approval and evidence.')
    .version(version)
    .option('--db <path>', 'SQLite file or postgres://…', env.PORTARIUM_DB ?? 'portarium.db')
    .option('--servers <file>', 'JSON file with the MCP servers that runs may call', env.PORTARIUM_SERVERS)
    .option('--base-url <url>', 'work with a server instead of a database file', env.PORTARIUM_BASE_URL)
    .option('--token-file <file>', 'file with the key; PORTARIUM_TOKEN otherwise')
    .option('--workspace <id>', 'workspace to work in', env.PORTARIUM_WORKSPACE ?? 'default')
    .option('--as <principal>', 'whom to act as on a database file', env.PORTARIUM_AS ?? 'admin')
    .option('--json', 'print JSON');
  const options = () => program.opts<GlobalOptions>();
  const sessions = sessionsFor(options, open, io, signal);
  const print = printerFor(() => options().json ?? false, io);
  const commands = [
    initCommand(options, open, print),
    serveCommand(options, open, io, signal),
    workflowCommand(sessions),
    runCommand(sessions),
    approveCommand(sessions),
    workItemCommand(sessions),
    agentCommand(sessions),
    policyCommand(sessions),
    keyCommand(sessions),
    evidenceCommand(sessions, print),
    eventsCommand(sessions),
    doctorCommand(options, open, print),
    backupCommand(options, print),
    restoreCommand(options, print),
    new Command('mcp').description('The MCP server over stdio or HTTP; see portarium mcp --help'),
    new Command('gateway').description('Other MCP servers behind one governed endpoint; see portarium gateway --help'),
  ];
  for (const command of commands) program.addCommand(command);
  program.exitOverride().configureOutput({ writeOut: (text) => io.out(text), writeErr: (text) => io.err(text) });
  inherit(program);
  return program;
}

/** Commands that were made elsewhere do not take over how the program writes and ends by themselves. */
function inherit(command: Command): void {
  for (const sub of command.commands) {
    sub.copyInheritedSettings(command);
    inherit(sub);
  }
}
