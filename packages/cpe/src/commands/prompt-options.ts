import { type Command, InvalidArgumentError } from 'commander';
import type { SessionTap, SessionWishes } from '../agent/agent-session.js';
import { player } from '../agent/cassette/player.js';
import { recorder } from '../agent/cassette/recorder.js';
import { parseDuration } from '../config/duration.js';
import type { GenerationParams } from '../config/schema.js';
import { cpeFault } from '../faults.js';
import { type CommandOptions, textOption } from './command.js';
import { frozenOption } from './frozen-option.js';

export function declareOptions(command: Command): void {
  command
    .argument(
      '[prompt...]',
      'what to do, in quotation marks; - reads it from standard input, -- before it takes any word',
    )
    .option('-m, --model <ref>', 'model to use; otherwise CPE_MODEL, then defaults.model')
    .option('-c, --continue <id>', 'continue from this message; otherwise from the latest')
    .option('-n, --new', 'start a new conversation')
    .option('-G, --incognito', 'keep nothing of this conversation')
    .option('-i, --input <file>', 'file or web address that goes with the prompt; repeatable', collect, [])
    .option('--keep-going', 'go on without servers that cannot be connected')
    .option('--preview', 'run tools that only read, and list all other calls for approval')
    .option('--record <file>', 'write everything the model and the servers say to a file')
    .option('--replay <file>', 'play such a file instead of asking anybody')
    .option('--events-file <file>', 'write the events of all subagents to a file')
    .option('--verbose-subagent', 'show whole programs, arguments and results of subagents')
    .option('--timeout <duration>', 'for one step of the model, such as 90s or 5m', durationOf)
    .option('--max-steps <number>', 'longest run', numberOf)
    .option('--temperature <number>', 'how freely the model chooses its words', numberOf)
    .option('--max-tokens <number>', 'longest answer of one step', numberOf)
    .option('--thinking-budget <budget>', 'minimal, low, medium, high, or a number of tokens')
    .option('--tool-choice <choice>', 'auto, required, none, or the name of a tool');
  frozenOption(command);
}

export function wishesOf(options: CommandOptions): SessionWishes {
  const model = textOption(options, 'model');
  const timeoutMs = numberOption(options, 'timeout');
  const tap = tapOf(options);
  const params: GenerationParams = {
    temperature: numberOption(options, 'temperature'),
    maxGenerationTokens: numberOption(options, 'maxTokens'),
    thinkingBudget: textOption(options, 'thinkingBudget'),
    toolChoice: textOption(options, 'toolChoice'),
  };
  return {
    ...(model === undefined ? {} : { model }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(tap === undefined ? {} : { tap }),
    params,
    frozen: options.frozen === true,
  };
}

function tapOf(options: CommandOptions): SessionTap | undefined {
  const [record, replay] = [textOption(options, 'record'), textOption(options, 'replay')];
  if (record !== undefined && replay !== undefined) throw cpeFault('Usage', 'Use --record or --replay, not both.');
  if (record !== undefined) return recorder(record);
  return replay === undefined ? undefined : player(replay);
}

export function numberOption(options: CommandOptions, name: string): number | undefined {
  const value = options[name];
  return typeof value === 'number' ? value : undefined;
}

function numberOf(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new InvalidArgumentError('It must be a number.');
  return value;
}

export function durationOf(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined) throw new InvalidArgumentError('It must be a duration such as 90s or 5m.');
  return ms;
}

function collect(value: string, before: readonly string[]): string[] {
  return [...before, value];
}
