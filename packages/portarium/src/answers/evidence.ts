/** What the operations about evidence and events answer. */
import type { Checkpoint, Entry, VerifyReport } from '@quadrivium/ledger';
import * as z from 'zod';
import type { CloudEvent } from '../domain/event.js';
import type { Signing } from '../domain/evidence.js';
import { type Said, time, typed } from './said.js';

/** What an entry tells is any JSON; its type here ends there. */
export const EvidenceEntry = typed<Omit<Entry, 'body'> & { readonly body: unknown }>()(
  z.looseObject({ seq: z.number() }),
);

export const EvidenceLine = z.looseObject({
  seq: z.number(),
  hash: z.string().describe('SHA-256 of the line without its member `hash`'),
  line: z.string().describe('RFC 8785; a line of the export, byte for byte'),
});
export type EvidenceLine = Said<z.output<typeof EvidenceLine>>;

/** How far a chain is signed, told from the database alone: whoever asks need not be the process that signs. */
const SigningView = typed<Signing>()(
  z.looseObject({
    signedUpTo: z.number().describe('The newest entry that a checkpoint covers; 0 when nothing was ever signed'),
    unsigned: z.number().describe('How many entries came after it'),
    problem: z.looseObject({ atIso: time, message: z.string() }).optional(),
  }),
);

export type LiveReport = VerifyReport & { readonly signing: Signing };
export const LiveReport = typed<LiveReport>()(z.looseObject({ valid: z.boolean(), signing: SigningView }));

export const Comparison = z.looseObject({
  agrees: z.boolean(),
  compared: z.number().describe('How many facts of the state were looked for'),
  differences: z.array(z.string()).describe('The first hundred, in words'),
  count: z.number().describe('How many there are'),
});
export type Comparison = Said<z.output<typeof Comparison>>;

export const SignedCheckpoint = typed<Checkpoint>()(
  z.looseObject({ seq: z.number(), hash: z.string(), publicKey: z.string(), signature: z.string() }),
);

export const EventView = typed<CloudEvent>()(
  z.looseObject({ specversion: z.literal('1.0'), id: z.string(), type: z.string() }),
);
