import { argumentsOf, type DirectCall, restRouter, restShapes, type ServerRuntime } from '@quadrivium/kernel';
import { inApiWords } from '../client/embedded-client.js';
import type { RestConnection } from '../client/rest-connection.js';
import { TextStream } from '../operations/text-stream.js';

/** The REST API without sockets: commands make the same requests of a file as of a server, and pass the same gate. */
export function embeddedRest(runtime: ServerRuntime, by: Pick<DirectCall, 'front' | 'identity'>): RestConnection {
  const find = restRouter(restShapes(runtime.definition.operations ?? []));

  async function ask(method: string, path: string, said: Said, signal?: AbortSignal): Promise<unknown> {
    const { shape, params } = find(method, path);
    const args = argumentsOf(shape, { params, ...said });
    return runtime
      .call(shape.operation, args, { ...by, ...(signal === undefined ? {} : { signal }) })
      .catch((fault: unknown) => {
        throw inApiWords(shape.operation, fault);
      });
  }

  return {
    async send<Answer>(method: string, path: string, request: Parameters<RestConnection['send']>[2] = {}) {
      const { query = {}, body, idempotencyKey, signal } = request;
      const given = Object.entries(query).filter(([, value]) => value !== undefined);
      const said = {
        query: Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
        // As it would arrive over a socket: without the fields that are undefined.
        body: body === undefined ? undefined : JSON.parse(JSON.stringify(body)),
        headers: { 'idempotency-key': idempotencyKey },
      };
      return (await ask(method, path, said, signal)) as Answer;
    },
    async open(path, headers, signal) {
      const url = new URL(path, 'http://embedded');
      const said = { query: Object.fromEntries(url.searchParams), body: undefined, headers };
      const answer = await ask('GET', url.pathname, said, signal);
      if (!(answer instanceof TextStream)) throw new TypeError(`${path} is not a stream.`);
      return new Response(textStream(answer.chunks));
    },
  };
}

type Said = Omit<Parameters<typeof argumentsOf>[1], 'params'>;

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
