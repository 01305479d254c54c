import { anyArguments, type Flag, onSwitch, ownValue, repeated, textValue, withLetter } from '@quadrivium/kernel/shell';
import type { SessionTap, SessionWishes } from '../agent/agent-session.js';
import type { ApprovalMode } from '../agent/approval/verdict.js';
import { player } from '../agent/cassette/player.js';
import { recorder } from '../agent/cassette/recorder.js';
import { parseDuration } from '../config/duration.js';
import type { GenerationParams } from '../config/schema.js';
import { cpeFault } from '../faults.js';
import { type CommandOptions, textOption } from './command.js';
import { frozen, keepGoing } from './frozen-option.js';

/** The word that other agents have for events line by line. */
export const STREAM_JSON = '--stream-json';

/** The longest run when nobody says otherwise. */
export const MAX_STEPS = 200;

export const promptArguments = {
  prompt: anyArguments(
    'what to do, in quotation marks; standard input goes with it, - waits for that, -- before it takes any word',
  ),
};

export const model = withLetter(
  textValue('model', 'model to use; otherwise CPE_MODEL, then defaults.model', 'ref'),
  'm',
);

export const promptOptions = {
  model,
  continue: withLetter(textValue('continue', 'continue from this message; otherwise from the latest', 'id'), 'c'),
  new: withLetter(onSwitch('new', 'start a new conversation'), 'n'),
  incognito: withLetter(onSwitch('incognito', 'keep nothing of this conversation'), 'G'),
  input: withLetter(
    repeated(textValue('input', 'file or web address that goes with the prompt; repeatable', 'file'), 'one-by-one'),
    'i',
  ),
  keepGoing,
  preview: onSwitch('preview', 'run tools that only read, and list all other calls for approval'),
  yes: onSwitch('yes', 'run all calls without asking, but for those that the configuration denies'),
  denyWrites: onSwitch('deny-writes', 'refuse all calls but those that only read, without asking'),
  record: textValue('record', 'write everything the model and the servers say to a file', 'file'),
  replay: textValue('replay', 'play such a file instead of asking anybody', 'file'),
  eventsFile: textValue('events-file', 'write the events of all subagents to a file', 'file'),
  verboseSubagent: onSwitch('verbose-subagent', 'show whole programs, arguments and results of subagents'),
  timeout: duration('timeout', 'for one step of the model, such as 90s or 5m'),
  maxSteps: amount('max-steps', 'longest run'),
  temperature: amount('temperature', 'how freely the model chooses its words'),
  maxTokens: amount('max-tokens', 'longest answer of one step'),
  thinkingBudget: textValue('thinking-budget', 'minimal, low, medium, high, or a number of tokens', 'budget'),
  toolChoice: textValue('tool-choice', 'auto, required, none, or the name of a tool', 'choice'),
  streamJson: onSwitch(STREAM_JSON.slice(2), 'events of the run line by line; the same as --output-format json-lines'),
  frozen,
};

export function wishesOf(options: CommandOptions): SessionWishes {
  const wish = textOption(options, 'model');
  const timeoutMs = numberOption(options, 'timeout');
  const tap = tapOf(options);
  const params: GenerationParams = {
    temperature: numberOption(options, 'temperature'),
    maxGenerationTokens: numberOption(options, 'maxTokens'),
    thinkingBudget: textOption(options, 'thinkingBudget'),
    toolChoice: textOption(options, 'toolChoice'),
  };
  return {
    ...(wish === undefined ? {} : { model: wish }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(tap === undefined ? {} : { tap }),
    params,
    frozen: options.frozen === true,
  };
}

export function approvalMode({ yes, denyWrites }: CommandOptions): ApprovalMode {
  if (yes === true && denyWrites === true) throw cpeFault('Usage', 'Use --yes or --deny-writes, not both.');
  return yes === true ? 'yes' : denyWrites === true ? 'deny-writes' : 'ask';
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

function amount(name: string, description: string): Flag<number> {
  return ownValue(name, description, 'number', (text) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value) || value < 0) throw new Error('must be a number');
    return value;
  });
}

/** In milliseconds. */
export function duration(name: string, description: string): Flag<number> {
  return ownValue(name, description, 'duration', (text) => {
    const ms = parseDuration(text);
    if (ms === undefined) throw new Error('must be a duration such as 90s or 5m');
    return ms;
  });
}
