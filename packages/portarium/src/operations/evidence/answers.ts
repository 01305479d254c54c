/** What the operations about evidence and events promise. */
import type { Checkpoint, Entry } from '@quadrivium/ledger';
import * as z from 'zod';
import type { LiveReport } from '../../app/evidence.js';
import type * as view from '../../app/views.js';
import type { CloudEvent } from '../../domain/event.js';
import { answer } from '../answer.js';
import { listOf } from '../fields.js';

export const EvidenceListAnswer = answer<view.Page<Entry>>()(listOf(z.looseObject({ seq: z.number() })));

export interface EvidenceLine {
  readonly seq: number;
  readonly hash: string;
  readonly line: string;
}

export const EvidenceLinesAnswer = answer<view.Page<EvidenceLine>>()(
  listOf(
    z.looseObject({
      seq: z.number(),
      hash: z.string().describe('SHA-256 of the line without its member `hash`'),
      line: z.string().describe('RFC 8785; a line of the export, byte for byte'),
    }),
  ),
);

export const VerifyAnswer = answer<LiveReport>()(z.looseObject({ valid: z.boolean() }));
export const CheckpointAnswer = answer<Checkpoint>()(
  z.looseObject({ seq: z.number(), hash: z.string(), publicKey: z.string(), signature: z.string() }),
);
export const EventListAnswer = answer<view.Page<CloudEvent>>()(
  listOf(z.looseObject({ specversion: z.literal('1.0'), id: z.string(), type: z.string() })),
);
