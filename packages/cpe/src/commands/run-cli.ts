import { type Program, runProgram, textValue } from '@quadrivium/kernel/shell';
import { Fault } from '../faults.js';
import { VERSION } from '../host/client-identity.js';
import { errorData } from '../host/tool-failure.js';
import { type CliWorld, terminalOf } from './cli-world.js';
import { type CommandContext, onMachine } from './command.js';
import { exitCodeOf } from './exit-codes.js';
import { commands } from './index.js';
import { doubtAbout } from './mistyped-command.js';
import { STREAM_JSON } from './prompt-options.js';
import { bareForm } from './report-error.js';

const paths = commands.flatMap(({ name, aliases = [] }) => {
  const path = name.split(' ').filter((word) => word !== '');
  return [path, ...aliases.map((alias) => [...path.slice(0, -1), alias])];
});

/** Runs one command line and gives its exit code. Results go to stdout, everything else to stderr. */
export function runCli(words: readonly string[], world: CliWorld): Promise<number> {
  const { argv, serverWords } = split(streamed(helpFor(words)));
  const program: Program = {
    name: 'cpe',
    version: VERSION,
    description: 'Use MCP servers: by hand, by script, or by a model.',
    groups: { mcp: 'Look at MCP servers and use them by hand', config: 'Look at the configuration' },
    options: {
      config: textValue('config', 'configuration file; otherwise ./cpe.yaml, then the user’s own', 'file'),
    },
    commands: commands.map((command) =>
      onMachine(command.name === '' ? unlessMistyped(command, argv) : command, world, serverWords),
    ),
    usageKind: 'Usage',
    exitCodeOf,
    reworded: withData,
    bareForm,
  };
  return runProgram(program, argv, terminalOf(world));
}

/** What stands after `--` is never meant as a command; about a single word, a person at a terminal is asked. */
function unlessMistyped(prompt: (typeof commands)[number], argv: readonly string[]): (typeof commands)[number] {
  return {
    ...prompt,
    async run(context) {
      const doubt = argv.includes('--') ? undefined : doubtAbout(context.args, paths);
      if (doubt !== undefined && !(await isMeant(context, doubt))) throw doubt;
      return prompt.run(context);
    },
  };
}

async function isMeant({ args, world }: CommandContext, { message }: Fault): Promise<boolean> {
  if (world.ask === undefined || args.length > 1) return false;
  return world.ask(`${message} Ask a model ${JSON.stringify(args[0])}?`);
}

/** `cpe help mcp import` is `cpe mcp import --help`. */
function helpFor(argv: readonly string[]): readonly string[] {
  return argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv;
}

/** The form of answers is chosen for all commands in one place, by a name of its own. */
function streamed(argv: readonly string[]): readonly string[] {
  const dashes = argv.indexOf('--');
  const at = argv.indexOf(STREAM_JSON);
  if (at < 0 || (dashes >= 0 && at > dashes)) return argv;
  return [...argv.slice(0, at + 1), '--output-format', 'json-lines', ...argv.slice(at + 1)];
}

/** What stands after `--` in a command about servers is the command line of one; elsewhere it is a prompt. */
function split(argv: readonly string[]): { argv: readonly string[]; serverWords?: readonly string[] } {
  const dashes = argv.indexOf('--');
  const before = argv.slice(0, dashes);
  const group = before.indexOf('mcp');
  const isServerCommand = paths.some(([first, name]) => first === 'mcp' && name === before[group + 1]);
  if (dashes < 0 || group < 0 || !isServerCommand) return { argv };
  return { argv: before, serverWords: argv.slice(dashes + 1) };
}

/** What a server says beside its message is part of the advice. */
function withData(fault: Fault): Fault {
  const data = errorData(fault);
  if (data === undefined) return fault;
  const suggestion = fault.suggestion === undefined ? data : `${fault.suggestion}\n${data}`;
  return new Fault(fault.kind, fault.message, { context: fault.context, suggestion, cause: fault });
}
