import { canonicalJson, type Entry } from '@quadrivium/ledger';
import * as z from 'zod';
import { cursorOf, eventStream, placeFrame } from '../event-stream.js';
import { defineRoute, TextStream } from '../route.js';
import { given, listOf, page } from './fields.js';

const tag = 'Evidence';

const lineOf = (entry: Entry) => ({ seq: entry.seq, hash: entry.hash, line: canonicalJson({ ...entry } as never) });

async function* asLines(lines: AsyncIterable<string>): AsyncIterable<string> {
  for await (const line of lines) yield line.endsWith('\n') ? line : `${line}\n`;
}

const startOfStream = z
  .union([z.literal('latest'), z.coerce.number().int().min(0)], { error: 'must be a whole number or "latest"' })
  .describe('`sequence` of the last event seen, or `latest` for what comes next; from the beginning when omitted');

export const evidenceRoutes = [
  defineRoute({
    method: 'GET',
    path: '/evidence',
    operationId: 'listEvidence',
    summary: 'Entries of the chain, oldest first',
    tag,
    query: z.strictObject({
      runId: z.string().optional(),
      type: z.string().optional(),
      after: z.coerce.number().int().min(0).optional().describe('Sequence number of the last entry seen'),
      limit: page.limit,
    }),
    answer: listOf(z.looseObject({ seq: z.number() })),
    verbatim: true,
    run: ({ plane, caller, query }) => plane.listEvidence(caller, given(query)),
  }),
  defineRoute({
    method: 'GET',
    path: '/evidence:lines',
    operationId: 'listEvidenceLines',
    summary:
      'The same entries as the canonical text they are exported as: whoever has the text can recompute the hashes',
    tag,
    query: z.strictObject({
      runId: z.string().optional(),
      after: z.coerce.number().int().min(0).optional().describe('Sequence number of the last entry seen'),
      limit: page.limit,
    }),
    answer: listOf(
      z.looseObject({
        seq: z.number(),
        hash: z.string().describe('SHA-256 of the line without its member `hash`'),
        line: z.string().describe('RFC 8785; a line of the export, byte for byte'),
      }),
    ),
    verbatim: true,
    async run({ plane, caller, query }) {
      const { items, ...rest } = await plane.listEvidence(caller, given(query));
      return { items: items.map(lineOf), ...rest };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/evidence:verify',
    operationId: 'verifyEvidence',
    summary: 'Recompute the whole chain',
    tag,
    answer: z.looseObject({ valid: z.boolean() }),
    verbatim: true,
    run: ({ plane, caller }) => plane.verifyEvidence(caller),
  }),
  defineRoute({
    method: 'POST',
    path: '/evidence:checkpoint',
    operationId: 'checkpointEvidence',
    summary: 'Sign where the chain stands now; whoever keeps the answer notices when its end is cut off',
    tag,
    answer: z.looseObject({ seq: z.number(), hash: z.string(), publicKey: z.string(), signature: z.string() }),
    verbatim: true,
    run: ({ plane, caller }) => plane.checkpointEvidence(caller),
  }),
  defineRoute({
    method: 'GET',
    path: '/evidence:export',
    operationId: 'exportEvidence',
    summary: 'Lines that can be verified without this server',
    tag,
    query: z.strictObject({ runId: z.string().optional() }),
    streams: 'application/x-ndjson',
    run: async ({ plane, caller, query }) => {
      // A refusal must come before the first byte; asking for one entry finds out.
      await plane.listEvidence(caller, { limit: 1 });
      return new TextStream('application/x-ndjson', asLines(plane.exportEvidence(caller, given(query))));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/events',
    operationId: 'listEvents',
    summary: 'CloudEvents after a cursor, oldest first',
    tag,
    query: z.strictObject({
      after: z.coerce.number().int().min(0).optional().describe('`sequence` of the last event seen'),
      limit: page.limit,
    }),
    answer: listOf(z.looseObject({ specversion: z.literal('1.0'), id: z.string(), type: z.string() })),
    run: async ({ plane, caller, query }) => ({
      items: await plane.eventsSince(caller, query.after ?? 0, query.limit ?? 50),
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/events:stream',
    operationId: 'streamEvents',
    summary: 'CloudEvents as they happen, after a cursor or from now on; Last-Event-ID replays what was missed',
    tag,
    query: z.strictObject({ after: startOfStream.optional() }),
    streams: 'text/event-stream',
    run: async ({ plane, caller, query, lastEventId, signal }) => {
      const start = cursorOf(lastEventId, query.after);
      // Asked before the first byte: a refusal is an answer, and nothing is missed from here on.
      const newest = await plane.newestEvent(caller);
      const cursor = start === 'latest' ? newest : start;
      const events = plane.followEvents(caller, cursor, signal);
      const place = start === 'latest' ? placeFrame(cursor) : '';
      return new TextStream('text/event-stream', eventStream(events, signal, place), true);
    },
  }),
];
