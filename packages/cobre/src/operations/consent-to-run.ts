/** What a person is asked before a run that writes over something, where the caller can put a question to one. */
import { join } from 'node:path';
import { type ClientChannel, consentOf, type InputRequiredResult } from '@quadrivium/kernel';
import { Fault } from '@quadrivium/kernel/fault';
import { type JsonRecord, readCaseJson, recordAt } from '../service/cases/case-json.js';
import type { Files } from '../service/files/files.js';
import type { Phases } from '../service/runs/run-messages.js';

interface Asking {
  readonly files: Files;
  readonly client: ClientChannel;
}

/** Undefined when the run may go on; otherwise the question that somebody has to answer first. */
export async function questionBeforeRun(
  { files, client }: Asking,
  caseDirectory: string,
  phases: Phases,
): Promise<InputRequiredResult | undefined> {
  const made = await resultsToLose(files, caseDirectory, phases);
  if (made === undefined) return undefined;
  const answer = consentOf(client, {
    key: 'replace_results',
    message: `${join(caseDirectory, 'output')} holds the results of ${made}. This run replaces them.`,
    yes: 'Replace them',
  });
  if (answer === 'refused') throw declined(caseDirectory);
  return typeof answer === 'string' ? undefined : answer;
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
