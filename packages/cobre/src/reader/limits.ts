/** How much of the disk a server reads, and the flags by which an operator changes it. */
import { type SandboxOptions, wholeNumber } from '@quadrivium/kernel';
import { Fault } from '@quadrivium/kernel/fault';

export interface ReadingLimits {
  readonly maxFileBytes: number;
  readonly maxJsonBytes: number;
  readonly maxTableRows: number;
  readonly maxTableColumns: number;
  /** Of one reader, in MB. */
  readonly readerMemory: number;
  /** Calls that read at the same time. */
  readonly readers: number;
}

export const standardLimits: ReadingLimits = {
  maxFileBytes: 256 * 1024 * 1024,
  maxJsonBytes: 16 * 1024 * 1024,
  maxTableRows: 4_000_000,
  maxTableColumns: 1000,
  readerMemory: 2048,
  readers: 4,
};

/** In bytes of JSON; what is larger would hold up everybody else while it is sent. */
export const largestAnswer = 8 * 1024 * 1024;

const limit = (name: keyof ReadingLimits, flag: string, what: string, min: number, max: number) =>
  wholeNumber(flag, what, { min, max, standard: String(standardLimits[name]) });

export const readingFlags = {
  maxFileBytes: limit('maxFileBytes', 'max-file-bytes', 'Largest file that is read', 1024, 2 ** 31),
  maxJsonBytes: limit('maxJsonBytes', 'max-json-bytes', 'Largest JSON file of a case that is read', 1024, 2 ** 29),
  maxTableRows: limit('maxTableRows', 'max-table-rows', 'Rows a table of a case may claim', 1, 2 ** 31),
  maxTableColumns: limit('maxTableColumns', 'max-table-columns', 'Columns a table may claim', 1, 100_000),
  readerMemory: limit('readerMemory', 'reader-memory', 'MB that a process which reads files may use', 256, 2 ** 20),
  readers: limit('readers', 'readers', 'Calls that read files at the same time', 1, 64),
};

export function limitsFrom(given: Readonly<Record<string, unknown>>): ReadingLimits {
  return { ...standardLimits, ...given };
}

/** The sandbox of a server with these limits. */
export function sandboxOptions(fileBytes: number): SandboxOptions {
  return { largestRead: fileBytes, largestReadHint: '--max-file-bytes of the server allows more.' };
}

/** The same limits as whoever parses is told them. */
export function tableLimits({ maxTableRows, maxTableColumns, maxJsonBytes }: ReadingLimits) {
  return { rows: maxTableRows, columns: maxTableColumns, jsonBytes: maxJsonBytes };
}

export function outOfMemory(megabytes: number): Fault<'LimitExceeded'> {
  return new Fault('LimitExceeded', `Reading took more than the ${megabytes} MB that a reader may use`, {
    context: { limit: 'reader-memory', megabytes },
    suggestion:
      'Look for a file that is damaged or far larger than expected; --reader-memory of the server allows more.',
  });
}

export function answerTooLarge(bytes: number): Fault<'LimitExceeded'> {
  return new Fault('LimitExceeded', `The answer would have ${bytes} bytes, and at most ${largestAnswer} are sent`, {
    context: { limit: largestAnswer, bytes },
    suggestion: 'Ask for fewer rows or columns, or export the rows to a file.',
  });
}

export function readerDied(how: string): Fault<'ReaderFailed'> {
  return new Fault('ReaderFailed', `The process that read the files ended without an answer (${how})`, {
    context: { ended: how },
    suggestion: 'One of the files is probably damaged: validate the case, or run it again.',
  });
}
