import type { CodeMode, NestedCall } from '@quadrivium/codemode';
import { serversNamed } from '@quadrivium/codemode/declarations';
import { anyArguments, argument, onSwitch, plainLine, textValue } from '@quadrivium/kernel/shell';
import { inputsFrom, withInputs } from '../agent/programs/program-inputs.js';
import { type SavedProgram, savedProgram, savedPrograms } from '../agent/programs/program-library.js';
import { holdAgainstLock } from '../agent/programs/program-tools.js';
import { cpeFault } from '../faults.js';
import type { CliWorld } from './cli-world.js';
import { type CliCommand, type CommandContext, type Outcome, textOption } from './command.js';
import { frozen, keepGoing, refresh } from './frozen-option.js';
import { commandProgramMode } from './program-mode.js';
import { duration, numberOption } from './prompt-options.js';
import { showBinaries, textsOf } from './show-parts.js';
import { loadServers, withHost } from './with-host.js';

/** `cpe run`: a program of one's own in the sandbox where those of models run, with the tools of all servers. */
export const run: CliCommand = {
  name: 'run',
  description: 'Run a TypeScript program that calls the tools of all servers',
  arguments: {
    file: argument('the program, as code mode takes it, or the name of a saved one; - reads it from standard input'),
    inputs: anyArguments('key=value for what the program has in const inputs'),
  },
  options: {
    timeout: duration('timeout', 'how long it may take, such as 90s or 5m; 60s by default'),
    output: textValue('output', 'save images, audio and files of the program there', 'folder'),
    verbose: onSwitch('verbose', 'tell every call on stderr'),
    keepGoing,
    frozen,
    refresh,
  },

  async run(context) {
    const { options } = context;
    const { text, saved } = await programIn(context);
    const code = withInputs(text, inputsFrom(words(context), text));
    const timeoutMs = numberOption(options, 'timeout');
    // Lazy servers are asked now where a lock depends on it.
    const wishes = { ...serversOf(context, code), ...(saved === undefined ? {} : { ask: true }) };
    return withHost(context, wishes, async (host, { config }) => {
      if (saved !== undefined) holdAgainstLock(saved, host.everyTool());
      const mode = await commandProgramMode(host, config, context);
      const input = timeoutMs === undefined ? { code } : { code, executionTimeout: Math.ceil(timeoutMs / 1000) };
      return outcomeOf(await mode.execute(input, controls(context)), context);
    });
  },
};

/** Only the servers that the program names, where its text tells them. */
export function serversOf({ world, options }: CommandContext, code: string): { only?: readonly string[] } {
  const known = Object.keys(loadServers(world, options.config, { needed: [] }).written);
  const only = serversNamed(code, known);
  return only === undefined ? {} : { only };
}

function words({ args: [, ...inputs] }: CommandContext): string[] {
  return inputs.filter((word) => word !== undefined);
}

function controls({ world, options }: CommandContext) {
  const onCall = (call: NestedCall): void => tellCall(call, world);
  return { signal: world.signal, ...(options.verbose === true ? { onCall } : {}) };
}

function tellCall(call: NestedCall, world: CliWorld): void {
  if (call.phase !== 'end') return;
  const { tool, isError, durationMs } = call;
  world.err(`${isError ? '✗' : '←'} ${plainLine(`${tool.server}/${tool.name}`)} (${durationMs} ms)\n`);
}

/** A file, or what was saved by that name. What was saved has to find its tools as they were. */
async function programIn({
  world,
  args: [file = ''],
}: CommandContext): Promise<{ text: string; saved?: SavedProgram }> {
  if (file === '-') return { text: await world.readStdin() };
  const text = world.readText(file);
  if (text !== undefined) return { text };
  const saved = savedProgram(world.cwd, file);
  if (saved !== undefined) return { text: saved.code, saved };
  if (file.includes('.')) throw cpeFault('Usage', `There is no file ${file}.`);
  const known = savedPrograms(world.cwd, () => undefined).map(({ name }) => name);
  throw cpeFault('Usage', `There is no file ${file}, and no program is saved by that name.`, {
    ...(known.length === 0 ? {} : { suggestion: `Saved are: ${known.join(', ')}.` }),
  });
}

type Result = Awaited<ReturnType<CodeMode['execute']>>;

function outcomeOf(result: Result, { world, options }: CommandContext): Outcome {
  const { content, structuredContent, calls, failed, isError } = result;
  const text = content.flatMap(textsOf).join('\n');
  if (isError) throw cpeFault('ProgramFailed', text, { context: { failed, calls } });
  showBinaries(content, world, textOption(options, 'output'));
  const ending = text === '' || text.endsWith('\n') ? '' : '\n';
  return { text: text + ending, value: { content, structuredContent, calls } };
}
