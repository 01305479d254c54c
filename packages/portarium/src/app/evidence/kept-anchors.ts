/** What somebody kept outside of the database: heads as `verify` prints them, and checkpoints as they were signed. */
import { type Checkpoint, checkpointLine, type ExpectedHead, readLine, type VerifyOptions } from '@quadrivium/ledger';
import { invalidInput } from '../../faults.js';

export interface KeptAnchors {
  /** `[chain/]number:hash`, separated by commas. */
  readonly heads?: string | undefined;
  /** JSON, one per line. */
  readonly checkpoints?: string | undefined;
  readonly publicKey?: string | undefined;
}

/** `chain` is meant where a head names none. */
export function anchorsFrom(kept: KeptAnchors, chain: string): Omit<VerifyOptions, 'crypto'> {
  const { heads = '', checkpoints = '', publicKey } = kept;
  return {
    expectedHeads: heads
      .split(',')
      .filter(isSaid)
      .map((head) => keptHead(head.trim(), chain)),
    checkpoints: checkpoints.split('\n').filter(isSaid).map(keptCheckpoint),
    ...(publicKey === undefined ? {} : { publicKey }),
  };
}

const isSaid = (text: string): boolean => text.trim() !== '';

function keptHead(text: string, chain: string): ExpectedHead {
  const [, named = chain, seq, hash] = /^(?:(.+)\/)?(\d+):([0-9a-f]{64})$/.exec(text) ?? [];
  if (hash !== undefined) return { chain: named, seq: Number(seq), hash };
  throw invalidInput(`"${text}" is not a head; it looks like 12:<64 hex digits>.`, { heads: ['is not valid'] });
}

function keptCheckpoint(text: string): Checkpoint {
  try {
    const line = readLine(checkpointLine(JSON.parse(text) as Checkpoint));
    if (line.kind === 'checkpoint') return line.checkpoint;
  } catch {
    // Whatever it is, it is said below.
  }
  throw invalidInput(`This is no checkpoint: ${text.slice(0, 80)}`, { checkpoints: ['is not valid'] });
}
