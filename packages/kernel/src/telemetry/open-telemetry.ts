/** Traces and metrics for a collector: off unless the standard variables of OpenTelemetry name one. */
import { attempt } from '../essentials/index.js';
import type { Logger } from '../log/logger.js';
import { registerSecret } from '../redact/index.js';
import type { MetricsSource } from './prometheus-bridge.js';

export interface TelemetrySettings {
  readonly service: string;
  readonly version: string;
  readonly metrics: MetricsSource;
  readonly log: Logger;
}

export interface Telemetry {
  close(): Promise<void>;
}

const noTelemetry: Telemetry = { close: async () => {} };

const endpoints = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
];

/** Whether an operator has named a collector. */
export function isTelemetryWanted(env: NodeJS.ProcessEnv = process.env): boolean {
  return env.OTEL_SDK_DISABLED !== 'true' && endpoints.some((name) => (env[name] ?? '') !== '');
}

/** Never the reason why a server does not start: the variables may be meant for every program of a machine. */
export async function openTelemetry(settings: TelemetrySettings): Promise<Telemetry> {
  if (!isTelemetryWanted()) return noTelemetry;
  for (const name of Object.keys(process.env).filter((it) => /^OTEL_.*HEADERS$/.test(it)))
    hideHeaders(process.env[name]);
  const { log } = settings;
  if (/protobuf|grpc/.test(process.env.OTEL_EXPORTER_OTLP_PROTOCOL ?? ''))
    log.warn({}, 'telemetry is sent as http/json, whatever OTEL_EXPORTER_OTLP_PROTOCOL says');
  try {
    const { openOtlp } = await import('./otlp.js');
    return openOtlp({ ...settings, metricIntervalMs: intervalFrom(process.env.OTEL_METRIC_EXPORT_INTERVAL) });
  } catch (err) {
    log.warn({ err }, 'telemetry is off: the collector that was named cannot be used');
    return noTelemetry;
  }
}

function intervalFrom(text: string | undefined): number {
  const given = Number(text);
  return Number.isFinite(given) && given >= 100 ? Math.min(given, 86_400_000) : 60_000;
}

/** `key=value,key=value`, where a value is what opens the collector to us. */
function hideHeaders(text = ''): void {
  for (const pair of text.split(',')) {
    const value = pair.slice(pair.indexOf('=') + 1).trim();
    if (value.length < 8) continue;
    registerSecret(value);
    registerSecret(decoded(value));
  }
}

function decoded(value: string): string {
  return attempt(() => decodeURIComponent(value), value);
}
