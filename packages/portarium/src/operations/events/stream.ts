import * as z from 'zod';
import { followEvents, newestEvent } from '../../app/events/events.js';
import { define } from '../define.js';
import { TextStream } from '../text-stream.js';
import { cursorOf, eventStream, placeFrame } from './event-stream.js';

const startOfStream = z
  .union([z.literal('latest'), z.coerce.number().int().min(0)], { error: 'must be a whole number or "latest"' })
  .describe('`sequence` of the last event seen, or `latest` for what comes next; from the beginning when omitted');

export const streamEvents = define({
  name: 'portarium_event_stream',
  title: 'Follow events',
  description: 'CloudEvents as they happen, after a cursor or from now on; Last-Event-ID replays what was missed',
  effect: 'read',
  needs: 'event:read',
  input: { after: startOfStream.optional(), lastEventId: z.string().optional() },
  verbatim: true,
  rest: {
    method: 'GET',
    path: '/events:stream',
    tag: 'Evidence',
    headers: { lastEventId: 'Last-Event-ID' },
    streams: 'text/event-stream',
  },
  cli: false,
  async run(deps, caller, { after, lastEventId }, { signal }) {
    const start = cursorOf(lastEventId, after);
    // Asked before the first byte: a refusal is an answer, and nothing is missed from here on.
    const newest = await newestEvent(deps, caller);
    const cursor = start === 'latest' ? newest : start;
    const pages = followEvents(deps, caller, cursor, signal);
    return new TextStream(eventStream(pages, signal, start === 'latest' ? placeFrame(cursor) : ''));
  },
});
