import { randomUUID } from 'node:crypto';
import type { ControlPlane } from '../app/control-plane.js';
import type { RestConnection } from '../client/rest-connection.js';
import type { Caller } from '../domain/principal.js';
import { dispatch } from './dispatch.js';
import { TextStream } from './route.js';

/** The REST API without sockets: the command line uses the same requests against a file as against a server. */
export function embeddedRest(plane: ControlPlane, callerIn: (workspaceId: string) => Promise<Caller>): RestConnection {
  const never = new AbortController().signal;
  return {
    async send<Answer>(method: string, path: string, request: Parameters<RestConnection['send']>[2] = {}) {
      const { query = {}, body, idempotencyKey, signal = never } = request;
      const given = Object.entries(query).filter(([, value]) => value !== undefined);
      const outcome = await dispatch(plane, callerIn, {
        method,
        path,
        query: Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
        // As it would arrive over a socket: without the fields that are undefined.
        body: body === undefined ? undefined : JSON.parse(JSON.stringify(body)),
        idempotencyKey,
        correlationId: randomUUID(),
        signal,
      });
      if (outcome instanceof TextStream) throw new TypeError(`${path} is a stream.`);
      return outcome.body as Answer;
    },
    async open(path, headers, signal = never) {
      const url = new URL(path, 'http://embedded');
      const outcome = await dispatch(plane, callerIn, {
        method: 'GET',
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        body: undefined,
        lastEventId: headers['last-event-id'],
        correlationId: randomUUID(),
        signal,
      });
      if (!(outcome instanceof TextStream)) throw new TypeError(`${path} is not a stream.`);
      return new Response(textStream(outcome.chunks));
    },
  };
}

function textStream(chunks: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
}
