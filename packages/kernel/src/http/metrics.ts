/**
 * Numbers for Prometheus. Calls come from the gate's audit events, requests from the HTTP front. Only servers over HTTP
 * have anybody who asks, so the library is loaded when the first of them opens.
 */
import { strayErrors } from '../gate/stray-errors.js';
import type { AuditEvent } from '../registry/audit-event.js';
import type { Series } from '../telemetry/prometheus-bridge.js';

/** What is asked of a server whose calls are counted. */
export interface Watched {
  /** Calls under way. */
  readonly running: number;
  readonly auditFailures: number;
}

type PromClient = typeof import('prom-client');

/** Upper bounds in seconds; they span a cheap query and an hour of training. */
const buckets = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 60, 600, 3600];

/** Unknown tool names come from callers; beyond this many they share one label. */
const mostTargets = 1000;

const callLabels = ['server', 'method', 'target'] as const;

export async function openMetrics(): Promise<Metrics> {
  return new Metrics((await import('prom-client')).default);
}

export class Metrics {
  readonly #prom: PromClient;
  readonly #registry;
  readonly #refusals;
  readonly #calls;
  readonly #errors;
  readonly #durations;
  readonly #targets = new Set<string>();
  readonly #watched: Watched[] = [];

  constructor(prom: PromClient) {
    this.#prom = prom;
    this.#registry = new prom.Registry();
    const registers = [this.#registry];
    const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
      new prom.Counter({ name, help, labelNames, registers });
    this.#refusals = counter('http_refusals_total', 'Requests that never reached their endpoint', ['status']);
    this.#calls = counter('mcp_calls_total', 'Calls that reached the gate', [...callLabels, 'outcome']);
    this.#errors = counter('mcp_call_errors_total', 'Calls that were refused or failed', [...callLabels, 'kind']);
    const [name, help] = ['mcp_call_duration_seconds', 'How long calls took'];
    this.#durations = new prom.Histogram({ name, help, labelNames: callLabels, buckets, registers });
    const sum = (key: keyof Watched) => () => this.#watched.reduce((total, runtime) => total + runtime[key], 0);
    this.gauge('mcp_calls_in_flight', 'Calls under way', sum('running'));
    this.gauge('process_stray_errors', 'Errors that nobody handled and that failed no call', strayErrors);
    this.gauge('mcp_audit_failures', 'Calls whose record could not be written', sum('auditFailures'));
  }

  /** Give this to the runtime as its observer, alone or beside another. */
  readonly observe = ({ server, method, target, outcome, kind, durationMs }: AuditEvent): void => {
    const labels = { server, method, target: method === 'resources/read' ? '' : this.#bounded(target) };
    this.#calls.inc({ ...labels, outcome });
    if (outcome !== 'ok') this.#errors.inc({ ...labels, kind: kind ?? outcome });
    this.#durations.observe(labels, durationMs / 1000);
  };

  watch(runtime: Watched): void {
    this.#watched.push(runtime);
  }

  refused(status: number): void {
    this.#refusals.inc({ status });
  }

  /** A number that is read when somebody asks; one that cannot be read at the moment is left out. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void {
    new this.#prom.Gauge({
      ...{ name, help, registers: [this.#registry] },
      async collect() {
        try {
          this.set(await read());
        } catch {
          this.remove();
        }
      },
    });
  }

  /** Numbers under a label, in the same way. */
  gauges(name: string, help: string, label: string, read: () => Promise<Readonly<Record<string, number>>>): void {
    new this.#prom.Gauge({
      ...{ name, help, labelNames: [label], registers: [this.#registry] },
      async collect() {
        this.reset();
        const values = await read().catch(() => ({}));
        for (const [key, value] of Object.entries(values)) this.set({ [label]: key }, value);
      },
    });
  }

  /** Gives the function that counts one more. */
  counter<Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
  ): (of: Record<Label, string>) => void {
    const counter = new this.#prom.Counter({ name, help, labelNames: labels, registers: [this.#registry] });
    return (of) => counter.inc(of);
  }

  /** Gives the function that is told how long something took, in seconds. */
  durations<Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
  ): (of: Record<Label, string>, seconds: number) => void {
    const histogram = new this.#prom.Histogram({
      name,
      help,
      labelNames: labels,
      buckets,
      registers: [this.#registry],
    });
    return (of, seconds) => histogram.observe(of, seconds);
  }

  /** All of it as data, for whoever sends it elsewhere. */
  async series(): Promise<readonly Series[]> {
    return (await this.#registry.getMetricsAsJSON()) as unknown as readonly Series[];
  }

  render(): Promise<string> {
    return this.#registry.metrics();
  }

  #bounded(target: string): string {
    const name = target.slice(0, 128);
    if (this.#targets.size < mostTargets) this.#targets.add(name);
    return this.#targets.has(name) ? name : 'other';
  }
}
