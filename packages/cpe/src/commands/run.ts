import { join } from 'node:path';
import type { CodeMode, NestedCall } from '@quadrivium/codemode';
import { serversNamed } from '@quadrivium/codemode/declarations';
import { argument, onSwitch, plainLine, plainText, textValue } from '@quadrivium/kernel/shell';
import { machineWorld } from '../agent/agent-world.js';
import { savingTo } from '../agent/saved-files.js';
import { CodeModeConfig } from '../config/schema.js';
import { cpeFault } from '../faults.js';
import type { CliWorld } from './cli-world.js';
import { type CliCommand, type CommandContext, type Outcome, textOption } from './command.js';
import { frozen, keepGoing, refresh } from './frozen-option.js';
import { duration, numberOption } from './prompt-options.js';
import { showBinaries, textsOf } from './show-parts.js';
import { loadServers, withHost } from './with-host.js';

/** `cpe run`: a program of one's own in the sandbox where those of models run, with the tools of all servers. */
export const run: CliCommand = {
  name: 'run',
  description: 'Run a TypeScript program that calls the tools of all servers',
  arguments: { file: argument('the program, as code mode takes it; - reads it from standard input') },
  options: {
    timeout: duration('timeout', 'how long it may take, such as 90s or 5m; 60s by default'),
    output: textValue('output', 'save images, audio and files of the program there', 'folder'),
    verbose: onSwitch('verbose', 'tell every call on stderr'),
    keepGoing,
    frozen,
    refresh,
  },

  async run(context) {
    const { world, options } = context;
    const code = await programText(context);
    const timeoutMs = numberOption(options, 'timeout');
    const { createCodeMode } = await import('@quadrivium/codemode');
    const known = Object.keys(loadServers(world, options.config, { needed: [] }).written);
    const only = serversNamed(code, known);
    return withHost(context, only === undefined ? {} : { only }, async (host, { config }) => {
      const mode = await createCodeMode(host, {
        config: settings(config.defaults.codeMode),
        saveFile: savingTo(filesFolder(context), machineWorld(world).newId).named,
        onNotice: (notice) => world.err(`note: ${plainText(notice)}\n`),
      });
      const input = timeoutMs === undefined ? { code } : { code, executionTimeout: Math.ceil(timeoutMs / 1000) };
      return outcomeOf(await mode.execute(input, controls(context)), context);
    });
  },
};

/** All tools, whatever models are to call directly, and all of the output. */
function settings(configured: CodeModeConfig | undefined): CodeModeConfig {
  const everything = { excludedTools: [], largeOutputCharLimit: Number.MAX_SAFE_INTEGER, declarationBudget: 0 };
  return { ...CodeModeConfig.parse(configured ?? {}), ...everything };
}

function filesFolder({ world, options }: CommandContext): string {
  return textOption(options, 'output') ?? join(world.cwd, '.cpe', 'files');
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

async function programText({ world, args: [file = ''] }: CommandContext): Promise<string> {
  const text = file === '-' ? await world.readStdin() : world.readText(file);
  if (text === undefined) throw cpeFault('Usage', `There is no file ${file}.`);
  return text;
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
