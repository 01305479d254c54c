/** What a person is asked before a run that writes over something or takes long, where the caller can put a question to one. */
import { join } from 'node:path';
import { type CallContext, canBeAsked, consentOf, type InputRequiredResult } from '@quadrivium/kernel';
import { Fault } from '@quadrivium/kernel/fault';
import { lengthApart } from '../reader/apart.js';
import type { Readers } from '../reader/readers.js';
import { type JsonRecord, readCaseJson, recordAt } from '../service/cases/case-json.js';
import type { Files } from '../service/files/files.js';
import type { ExpectedLength } from '../service/runs/expected-length.js';
import type { Phases } from '../service/runs/run-messages.js';

interface Asking extends Pick<CallContext, 'files' | 'signal' | 'client'> {
  /** Who reads for a server; without them the case is read here. */
  readonly readers: Readers | undefined;
}

/** From here on a run is long enough to ask about. */
const longSeconds = 600;

/** Undefined when the run may go on; otherwise the question that somebody has to answer first. */
export async function questionBeforeRun(
  asking: Asking,
  caseDirectory: string,
  phases: Phases,
): Promise<InputRequiredResult | undefined> {
  const { files, client } = asking;
  // To count takes the time of reading the case, which is wasted on a caller that can ask nobody.
  if (!canBeAsked(client)) return undefined;
  const made = await resultsToLose(files, caseDirectory, phases);
  const length = await longRun(asking, caseDirectory, phases);
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

/** What is said of a run that takes long: what was counted, and what is a guess. */
async function longRun(asking: Asking, caseDirectory: string, phases: Phases): Promise<string | undefined> {
  const expected = await lengthOf(asking, caseDirectory, phases);
  if (expected === undefined || expected.guessedSeconds < longSeconds) return undefined;
  const { programs, iterations, guessedSeconds } = expected;
  const whole = iterations === 0 ? '' : ` if it goes through all ${iterations.toLocaleString('en')} iterations`;
  const guess = `which takes, as a guess, in the order of ${spelledLength(guessedSeconds)} on one thread`;
  return `It solves ${programs.toLocaleString('en')} linear programs${whole}, ${guess}.`;
}

/** Undefined where the case does not tell; the run itself will say what is wrong with it. */
async function lengthOf(
  { files, signal, readers }: Asking,
  caseDirectory: string,
  phases: Phases,
): Promise<ExpectedLength | undefined> {
  try {
    if (readers) return await lengthApart(readers, caseDirectory, phases, { files, signal });
    const { expectedLength } = await import('../service/runs/expected-length.js');
    return await expectedLength(files, caseDirectory, phases);
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
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
