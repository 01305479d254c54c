import type { Ending, Unawaited } from '../execution/executor.js';
import type { HostPart, HostResult } from '../tools/host-tool.js';
import type { Failure, FailureClass } from './failure.js';
import { returnedValue } from './returned-value.js';

/** What an execution came to, in the form of every other tool result. */
export interface CodeResult extends HostResult {
  readonly outcome: 'ok' | FailureClass;
  /** The stable first line of a failure. */
  readonly failed?: string;
  /** Tool calls that the program made. */
  readonly calls: number;
}

export interface Printed {
  readonly log: string;
  readonly parts: readonly HostPart[];
}

export interface Presented {
  readonly content: readonly HostPart[];
  readonly structuredContent: unknown;
}

export function presentFailure(failure: Failure, { log, parts }: Printed, notes: readonly string[]): Presented {
  const before = log === '' ? [] : ['', 'Output before that:', log.trimEnd()];
  const text = [failure.firstLine, ...failure.details, ...notes, ...before].join('\n');
  return { content: [{ type: 'text', text }, ...parts], structuredContent: undefined };
}

/** Console output first, then parts, then what was returned. */
export function presentSuccess(
  value: string | undefined,
  { log, parts }: Printed,
  notes: readonly string[],
): Presented {
  const returned = returnedValue(value);
  const texts = (text: string): HostPart[] => (text === '' ? [] : [{ type: 'text', text }]);
  const content = [...texts(log), ...parts, ...returned.parts, ...texts(notes.join('\n'))];
  const silent = 'The program ended without printing or returning anything.';
  return { content: content.length === 0 ? texts(silent) : content, structuredContent: returned.structured };
}

/** What the program should know about itself. */
export function notesOf({ unawaited, droppedChars }: Ending): string[] {
  const notes: string[] = [];
  if (unawaited.length > 0)
    notes.push(`note: not awaited: ${unawaited.map(unawaitedText).join(', ')}. Await every call.`);
  if (droppedChars > 0) notes.push(`note: ${droppedChars} characters of output were dropped.`);
  return notes;
}

function unawaitedText({ target, pending }: Unawaited): string {
  return `${target} (${pending ? 'cancelled when the program ended' : 'finished'})`;
}
