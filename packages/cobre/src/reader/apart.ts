/**
 * Handlers of the server as they are, answered by another process: whatever lies on disk is parsed where it can do no harm.
 * The handlers know nothing of it; the command line runs the same ones in its own process.
 */
import type { CallContext, Operation, PromptDefinition, ResourceDefinition } from '@quadrivium/kernel';
import { removeAbandonedDrafts } from '../service/answers/export-results.js';
import type { CaseDigests } from '../service/cases/case-digests.js';
import type { ExpectedLength } from '../service/runs/expected-length.js';
import type { Phases } from '../service/runs/run-messages.js';
import type { Subject } from './question.js';
import type { Readers } from './readers.js';

export function operationApart(readers: Readers, operation: Operation): Operation {
  const { name } = operation;
  const run: Operation['run'] = async (args: unknown, context) => {
    const subject = { kind: 'operation', name, args } as const;
    return ask(readers, subject, context).catch(async (cause) => {
      // A reader that had to be killed could not take its draft away.
      if (operation.effect === 'write')
        await removeAbandonedDrafts(context.files, directoryIn(subject)).catch(() => {});
      throw cause;
    });
  };
  return { ...operation, run };
}

export function promptApart(readers: Readers, prompt: PromptDefinition): PromptDefinition {
  const { name } = prompt;
  const run = (args: unknown, context: CallContext) => ask(readers, { kind: 'prompt', name, args }, context);
  return { ...prompt, run: run as PromptDefinition['run'] };
}

export function resourceApart(readers: Readers, resource: ResourceDefinition): ResourceDefinition {
  const { uriTemplate: template, complete = {} } = resource;
  const completers = Object.keys(complete).map((variable) => {
    const completer = (typed: string, context: CallContext, others: Readonly<Record<string, string>>) =>
      ask(readers, { kind: 'completion', template, variable, typed, others }, context) as Promise<readonly string[]>;
    return [variable, completer] as const;
  });
  const read = (variables: Readonly<Record<string, string>>, context: CallContext) =>
    ask(readers, { kind: 'resource', template, variables }, context);
  return { ...resource, complete: Object.fromEntries(completers), read: read as ResourceDefinition['read'] };
}

type AskingContext = Pick<CallContext, 'files' | 'signal'>;

function ask(readers: Readers, subject: Subject, { files, signal }: AskingContext): Promise<unknown> {
  return readers.ask({ subject, roots: files.roots }, directoryIn(subject), signal);
}

const directoryNames = ['output_dir', 'case_dir', 'policy_dir'];

/** Has a case read to its end, valid or not; whoever reads the same bytes afterwards comes to no harm. */
export function caseApart(readers: Readers, directory: string, context: AskingContext): Promise<CaseDigests> {
  return ask(readers, { kind: 'case', directory }, context) as Promise<CaseDigests>;
}

/** How long a run of a case may take; a case is read as a whole for that, too. */
export function lengthApart(
  readers: Readers,
  directory: string,
  phases: Phases,
  context: AskingContext,
): Promise<ExpectedLength> {
  return ask(readers, { kind: 'length', directory, phases }, context) as Promise<ExpectedLength>;
}

/** The directory a question is about, as far as its words tell. */
function directoryIn(subject: Subject): string {
  if ('directory' in subject) return subject.directory;
  const words: unknown = 'args' in subject ? subject.args : 'variables' in subject ? subject.variables : subject.others;
  const given = (words ?? {}) as Readonly<Record<string, unknown>>;
  return String(directoryNames.map((name) => given[name]).find((value) => value !== undefined) ?? '');
}
