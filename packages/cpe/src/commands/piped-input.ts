import { fstatSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_INPUT_BYTES, refused } from '../agent/inputs.js';

/** How long a pipe may stay silent before somebody is told that cpe waits, and before it goes on without it. */
export interface Patience {
  readonly tellMs: number;
  readonly giveUpMs: number;
}

const USUAL: Patience = { tellMs: 3_000, giveUpMs: 30_000 };

const WAITING = 'note: waiting for standard input; end it with < /dev/null when there is none\n';
const WITHOUT = 'note: nothing came on standard input, going on without it; - among the words waits for it\n';

/**
 * What another program or a file pipes into cpe, beside a prompt. Programs that start cpe often leave a pipe open and
 * never write to it, so the first byte has a time limit; once there is one, everything is read to the end.
 */
export async function pipedInput(
  stdin: Readable,
  tell: (text: string) => void,
  patience: Patience = USUAL,
): Promise<Uint8Array> {
  const chunks = stdin[Symbol.asyncIterator]() as AsyncIterableIterator<Uint8Array | string>;
  const first = chunks.next();
  const silence = new AbortController();
  const given = await Promise.race([first, silent(tell, patience, silence.signal)]);
  silence.abort();
  if (given === undefined) {
    stdin.destroy();
    first.catch(() => undefined);
    return new Uint8Array();
  }
  return given.done === true ? new Uint8Array() : rest(given.value, chunks);
}

async function silent(tell: (text: string) => void, { tellMs, giveUpMs }: Patience, signal: AbortSignal) {
  try {
    await sleep(tellMs, undefined, { signal });
    tell(WAITING);
    await sleep(giveUpMs - tellMs, undefined, { signal });
    tell(WITHOUT);
  } catch {
    // Something came.
  }
  return undefined;
}

async function rest(first: Uint8Array | string, chunks: AsyncIterable<Uint8Array | string>): Promise<Uint8Array> {
  const read = [Buffer.from(first as Uint8Array)];
  let size = read[0]?.length ?? 0;
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk as Uint8Array);
    size += bytes.length;
    if (size > MAX_INPUT_BYTES) throw refused('from standard input', 'it is larger than 50 MB');
    read.push(bytes);
  }
  return Buffer.concat(read);
}

/** A terminal is for a person, and /dev/null holds nothing. */
export function isPiped(descriptor = 0): boolean {
  try {
    const kind = fstatSync(descriptor);
    return kind.isFIFO() || kind.isFile() || kind.isSocket();
  } catch {
    return false;
  }
}
