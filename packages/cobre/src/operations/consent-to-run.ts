/** What a person is asked before a run that writes over something or takes long, where the caller can put a question to one. */
import { join } from 'node:path';
import { type ClientChannel, consentOf, type InputRequiredResult } from '@quadrivium/kernel';
import { Fault } from '@quadrivium/kernel/fault';
import { type JsonRecord, readCaseJson, recordAt } from '../service/cases/case-json.js';
import type { Files } from '../service/files/files.js';
import { expectedLength } from '../service/runs/expected-length.js';
import type { Phases } from '../service/runs/run-messages.js';

interface Asking {
  readonly files: Files;
  readonly client: ClientChannel;
}

/** From here on a run is long enough to ask about. */
const longSeconds = 600;

/** Undefined when the run may go on; otherwise the question that somebody has to answer first. */
export async function questionBeforeRun(
  { files, client }: Asking,
  caseDirectory: string,
  phases: Phases,
): Promise<InputRequiredResult | undefined> {
  const made = await resultsToLose(files, caseDirectory, phases);
  const length = await longRun(files, caseDirectory, phases);
  const replaces =
    made === undefined
      ? []
      : [`${join(caseDirectory, 'output')} holds the results of ${made}. This run replaces them.`];
  const message = [...replaces, ...(length === undefined ? [] : [length])].join(' ');
  if (message === '') return undefined;
  // One question, however many reasons there are: whoever sits there has one thing to decide.
  const yes = made === undefined ? 'Run it' : 'Replace them';
  const answer = consentOf(client, { key: 'run_study', message, yes });
  if (answer === 'refused') throw made === undefined ? tooLong(caseDirectory) : declined(caseDirectory);
  return typeof answer === 'string' ? undefined : answer;
}

/** What is said of a run that takes long: an order of magnitude, and what it rests on. */
async function longRun(files: Files, caseDirectory: string, phases: Phases): Promise<string | undefined> {
  const expected = await expectedLength(files, caseDirectory, phases);
  if (expected === undefined || expected.seconds < longSeconds) return undefined;
  const { programs, iterations, seconds } = expected;
  const whole = iterations === 0 ? '' : ` if it goes through all ${iterations.toLocaleString('en')} iterations`;
  const solved = `It solves about ${Number(programs.toPrecision(2)).toLocaleString('en')} linear programs`;
  return `${solved}, which takes in the order of ${spelledLength(seconds)} on one thread${whole}.`;
}

function spelledLength(seconds: number): string {
  const [size, unit] = seconds < 7200 ? [60, 'minutes'] : seconds < 172_800 ? [3600, 'hours'] : [86_400, 'days'];
  return `${Math.round(seconds / size)} ${unit}`;
}

/** When the results were made that this run would write over. A training that is resumed goes on with them. */
async function resultsToLose(files: Files, caseDirectory: string, phases: Phases): Promise<string | undefined> {
  const read = (name: string): Promise<JsonRecord | null> => readable(files, caseDirectory, name);
  const part = phases === 'simulation' ? 'simulation' : 'training';
  const metadata = await read(`output/${part}/metadata.json`);
  if (metadata === null) return undefined;
  const policy = recordAt((await read('config.json')) ?? {}, 'policy');
  if (part === 'training' && policy.mode === 'resume') return undefined;
  return typeof metadata.completed_at === 'string' ? metadata.completed_at : 'an earlier run';
}

/** A file that cannot be read is told by the run itself, which reads it with the rest of the case. */
function readable(files: Files, caseDirectory: string, name: string): Promise<JsonRecord | null> {
  return readCaseJson(files, caseDirectory, name).catch(() => null);
}

function declined(caseDirectory: string): Fault {
  return new Fault('Declined', 'The results stay as they are: whoever was asked did not want them replaced.', {
    context: { case_dir: caseDirectory },
    suggestion: 'Copy the case and run the copy, or go on from the checkpoint with policy.mode "resume".',
  });
}

function tooLong(caseDirectory: string): Fault {
  return new Fault('Declined', 'Nothing was run: whoever was asked did not want to wait that long.', {
    context: { case_dir: caseDirectory },
    suggestion: 'Lower the iteration_limit or add a time_limit to training.stopping_rules, or run it at another time.',
  });
}
