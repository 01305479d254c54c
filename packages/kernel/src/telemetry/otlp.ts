/**
 * Sends traces and metrics to a collector over OTLP (HTTP, JSON). The SDK does it beside the work: what the collector does
 * not take in time is dropped and never waited for. Loaded only when an operator names a collector.
 */
import {
  createTraceState,
  type DiagLogger,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { newId, presentTime } from '../essentials/index.js';
import type { Logger } from '../log/logger.js';
import { redact } from '../redact/index.js';
import { LeavingAgents } from './leaving-agent.js';
import { type MetricsSource, prometheusBridge } from './prometheus-bridge.js';
import type { TraceContext } from './trace-context.js';
import { installTracer, type OpenSpan, type SpanAttributes, type Tracer } from './tracing.js';

export interface OtlpSettings {
  readonly service: string;
  readonly version: string;
  readonly metrics: MetricsSource;
  readonly metricIntervalMs: number;
  readonly log: Logger;
}

export interface OpenOtlp {
  /** Sends what is left, as far as the collector takes it at once. */
  close(): Promise<void>;
}

/** How long the end of a program waits for the collector. */
const farewellMs = 2000;
/** A collector that stays away is told of once in so long. */
const quietMs = 60_000;
const longestValue = 256;
/** What an exporter gives one request and its repetitions, unless an operator says otherwise. */
const usualPatienceMs = 3000;

export function openOtlp(settings: OtlpSettings): OpenOtlp {
  diag.setLogger(rareTroubles(settings.log), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const resource = resourceOf(settings);
  const agents = new LeavingAgents();
  const how = { httpAgentOptions: agents.agentFor, ...patience() };
  const spans = new BasicTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter(how))],
    spanLimits: { attributeValueLengthLimit: longestValue },
  });
  const metrics = metricsTo(resource, new OTLPMetricExporter(how), settings);
  const uninstall = installTracer(tracerOf(spans, settings.version));
  return {
    async close() {
      uninstall();
      const sent = Promise.allSettled([spans.shutdown(), metrics.shutdown({ timeoutMillis: farewellMs })]);
      await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, farewellMs).unref())]);
      diag.disable();
      agents.leave();
    },
  };
}

function patience(): { readonly timeoutMillis?: number } {
  const isSaid = Object.keys(process.env).some((name) => /^OTEL_EXPORTER_OTLP_(?:\w+_)?TIMEOUT$/.test(name));
  return isSaid ? {} : { timeoutMillis: usualPatienceMs };
}

/** The names that an operator gave win. */
function resourceOf({ service, version }: OtlpSettings): Resource {
  const own = { 'service.name': service, 'service.version': version, 'service.instance.id': newId() };
  return resourceFromAttributes(own).merge(detectResources({ detectors: [envDetector] }));
}

function metricsTo(
  resource: Resource,
  exporter: OTLPMetricExporter,
  { metrics, metricIntervalMs }: OtlpSettings,
): MeterProvider {
  const reader = new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: metricIntervalMs,
    exportTimeoutMillis: Math.min(metricIntervalMs, 10_000),
    metricProducers: [prometheusBridge(metrics, presentTime)],
  });
  return new MeterProvider({ resource, readers: [reader] });
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

function tracerOf(provider: BasicTracerProvider, version: string): Tracer {
  const tracer = provider.getTracer('quadrivium', version);
  return {
    start({ name, kind, attributes, parent }) {
      const within = parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remote(parent));
      const span = tracer.startSpan(redact(name), { kind: kinds[kind], attributes: redact(attributes) }, within);
      const { traceId, spanId, traceFlags } = span.spanContext();
      const state = parent?.state === undefined ? {} : { state: parent.state };
      const open: OpenSpan = {
        context: { traceId, spanId, sampled: (traceFlags & 1) === 1, ...state },
        set: (more: SpanAttributes) => void span.setAttributes(redact(more)),
        failed: (error) =>
          void span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', redact(error)),
        end: () => span.end(),
      };
      return open;
    },
  };
}

function remote({ traceId, spanId, sampled, state }: TraceContext) {
  const kept = state === undefined ? {} : { traceState: createTraceState(state) };
  return { traceId, spanId, traceFlags: sampled ? 1 : 0, isRemote: true, ...kept };
}

/** The SDK complains at every attempt; the first complaint says it all. */
function rareTroubles(log: Logger): DiagLogger {
  let quietUntil = 0;
  const tell = (message: string, ...rest: readonly unknown[]): void => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + quietMs;
    log.warn({ detail: redact([message, ...rest].map(textOf).join(' ').slice(0, 500)) }, 'telemetry could not be sent');
  };
  const nothing = (): void => {};
  return { error: tell, warn: tell, info: nothing, debug: nothing, verbose: nothing };
}

const textOf = (part: unknown): string => (part instanceof Error ? part.message : String(part));
