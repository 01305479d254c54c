/**
 * A process that reads for a server: it has its own sandbox over the same directories, and answers one question at a time.
 * It may be killed at any moment. When the server is gone, so is it, whatever it is doing.
 */

import { type CallContext, type OperationContext, openSandbox, silentLogger } from '@quadrivium/kernel';
import { own } from '@quadrivium/kernel/essentials';
import { Fault } from '@quadrivium/kernel/fault';
import { limitJson } from '../case/read/json-text.js';
import { operations } from '../operations/list.js';
import { limitTables } from '../parquet/limits.js';
import { cobrePrompts } from '../prompts/index.js';
import { cobreResources } from '../resources/index.js';
import { caseDigests } from '../service/cases/case-digests.js';
import type { ExpectedLength } from '../service/runs/expected-length.js';
import { cobreServices } from '../service/services.js';
import { answerTooLarge, largestAnswer, sandboxOptions } from './limits.js';
import type { FromReader, Question, ReaderSettings, Subject, ToReader } from './question.js';

const settings = JSON.parse(process.argv[2] ?? '{}') as ReaderSettings;
limitTables(settings);
limitJson(settings.jsonBytes);
const app = cobreServices({ threads: settings.threads });
const prompts = cobrePrompts(app.engine);
const resources = cobreResources(app.engine);

async function answer({ subject, roots }: Question, signal: AbortSignal): Promise<unknown> {
  const files = await openSandbox(roots, sandboxOptions(settings.fileBytes));
  const known = { files, signal, log: silentLogger, app, progress: { report: () => {} }, tell: () => {} };
  return handle(subject, known as unknown as OperationContext);
}

function handle(subject: Subject, context: OperationContext): unknown {
  switch (subject.kind) {
    case 'case':
      return caseDigests(context.files, subject.directory);
    case 'length':
      return lengthOf(subject, context);
    case 'operation':
      return found(operations, ({ name }) => name === subject.name).run(subject.args, context);
    case 'prompt':
      return found(prompts, ({ name }) => name === subject.name).run(subject.args as never, context);
    case 'resource':
      return resourceOf(subject.template).read(subject.variables, context, '');
    case 'completion':
      return complete(subject, context);
  }
}

/** Loaded when it is asked for: it knows the whole engine. */
async function lengthOf(
  { directory, phases }: Extract<Subject, { kind: 'length' }>,
  { files }: Pick<CallContext, 'files'>,
): Promise<ExpectedLength> {
  const { expectedLength } = await import('../service/runs/expected-length.js');
  return expectedLength(files, directory, phases);
}

function complete(
  { template, variable, typed, others }: Extract<Subject, { kind: 'completion' }>,
  context: CallContext,
) {
  return own(resourceOf(template).complete, variable)?.(typed, context, others) ?? [];
}

const resourceOf = (template: string) => found(resources, ({ uriTemplate }) => uriTemplate === template);

function found<T>(list: readonly T[], fits: (member: T) => boolean): T {
  const member = list.find(fits);
  if (member === undefined) throw new Error('This reader does not know what it is asked.');
  return member;
}

async function reply(question: Question, signal: AbortSignal): Promise<FromReader> {
  try {
    const value = await answer(question, signal);
    const bytes = Buffer.byteLength(JSON.stringify(value));
    if (bytes > largestAnswer) throw answerTooLarge(bytes);
    return { type: 'answer', value };
  } catch (error) {
    if (error instanceof Fault) return { type: 'fault', fault: JSON.parse(JSON.stringify(error.toRecord())) };
    return { type: 'error', message: error instanceof Error ? error.message : String(error) };
  }
}

let current = new AbortController();

process.on('message', async (message: ToReader) => {
  if (message.type === 'cancel') {
    current.abort();
    return;
  }
  current = new AbortController();
  const said = await reply(message.question, current.signal);
  process.send?.(said, () => {});
});

// Ctrl-C reaches every process of a terminal; the server decides what becomes of its calls.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
// A thread that is blocked in a read would keep an orderly exit waiting.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
