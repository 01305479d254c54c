/** A collector of our own: takes OTLP over HTTP as JSON, reads all of it, and refuses what does not keep to the format. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';
import * as z from 'zod';

const hex = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`));
const nanos = z.string().regex(/^\d{19}$/);
const AnyValue = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ intValue: z.union([z.int(), z.string()]) }),
  z.strictObject({ doubleValue: z.number() }),
  z.strictObject({ boolValue: z.boolean() }),
]);
const Attributes = z
  .array(z.strictObject({ key: z.string(), value: AnyValue }))
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0] as unknown])));
const Resource = z.looseObject({ attributes: Attributes });

const Span = z.looseObject({
  traceId: hex(32),
  spanId: hex(16),
  parentSpanId: hex(16).optional(),
  name: z.string(),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: nanos,
  endTimeUnixNano: nanos,
  attributes: Attributes,
  status: z.looseObject({ code: z.int() }),
});
const Traces = z.strictObject({
  resourceSpans: z.array(
    z.looseObject({ resource: Resource, scopeSpans: z.array(z.looseObject({ spans: z.array(Span) })) }),
  ),
});

const Point = z.looseObject({ attributes: Attributes, timeUnixNano: nanos, asDouble: z.number() });
const HistogramPoint = z.looseObject({
  attributes: Attributes,
  count: z.coerce.number(),
  sum: z.number(),
  bucketCounts: z.array(z.coerce.number()),
  explicitBounds: z.array(z.number()),
});
const Metric = z.looseObject({
  name: z.string(),
  sum: z.looseObject({ dataPoints: z.array(Point), isMonotonic: z.literal(true) }).optional(),
  gauge: z.looseObject({ dataPoints: z.array(Point) }).optional(),
  histogram: z.looseObject({ dataPoints: z.array(HistogramPoint) }).optional(),
});
const Metrics = z.strictObject({
  resourceMetrics: z.array(
    z.looseObject({ resource: Resource, scopeMetrics: z.array(z.looseObject({ metrics: z.array(Metric) })) }),
  ),
});

export interface ReceivedSpan extends z.output<typeof Span> {
  readonly service: unknown;
}
export type ReceivedMetric = z.output<typeof Metric>;

/** How it answers: as it should, with an error, with what is no answer, or never. */
export type Manner = 'well' | 'refusing' | 'garbage' | 'never';

export interface OtlpReceiver {
  readonly url: string;
  manner: Manner;
  readonly spans: readonly ReceivedSpan[];
  /** The newest of every name. */
  readonly metrics: ReadonlyMap<string, ReceivedMetric>;
  /** Everything that came, as text. */
  readonly bodies: readonly string[];
  readonly headers: readonly IncomingMessage['headers'][];
  /** What was not OTLP. */
  readonly problems: readonly string[];
  requests: number;
  /** The first span like this, once it has come. */
  span(like: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan>;
  close(): Promise<void>;
}

export async function otlpReceiver(manner: Manner = 'well'): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const metrics = new Map<string, ReceivedMetric>();
  const bodies: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const problems: string[] = [];
  const server = createServer(async (req, res) => {
    receiver.requests += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    bodies.push(text);
    headers.push(req.headers);
    try {
      keep(req.url ?? '', JSON.parse(text));
    } catch (error) {
      problems.push(String(error));
    }
    if (receiver.manner === 'never') return;
    if (receiver.manner === 'refusing') return void res.writeHead(500).end('out of order');
    if (receiver.manner === 'garbage') return void res.writeHead(200, { 'content-type': 'text/html' }).end('<p>{');
    res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const keep = (path: string, body: unknown): void => {
    if (path === '/v1/traces') {
      for (const { resource, scopeSpans } of Traces.parse(body).resourceSpans)
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({ ...span, service: resource.attributes['service.name'] });
    } else if (path === '/v1/metrics') {
      for (const { scopeMetrics } of Metrics.parse(body).resourceMetrics)
        for (const metric of scopeMetrics.flatMap((scope) => scope.metrics)) metrics.set(metric.name, metric);
    } else problems.push(`a request to ${path}`);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: OtlpReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    manner,
    spans,
    metrics,
    bodies,
    headers,
    problems,
    requests: 0,
    span: (like) =>
      vi.waitFor(
        () => {
          const found = spans.find(like);
          if (found === undefined) throw new Error(`not among: ${spans.map(({ name }) => name).join(', ')}`);
          return found;
        },
        { interval: 50, timeout: 60_000 },
      ),
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}
