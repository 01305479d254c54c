/** Numbers for Prometheus, in its text format. Calls come from the gate's audit events, requests from the HTTP front. */
import type { AuditEvent } from '../registry/audit-event.js';

/** Upper bounds in seconds; they span a cheap query and an hour of training. */
const buckets = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 60, 600, 3600];

/** Unknown tool names come from callers; beyond this many they share one label. */
const mostSeries = 1000;

interface Histogram {
  readonly counts: number[];
  sum: number;
  total: number;
}

export class Metrics {
  readonly #counters = new Map<string, Map<string, number>>();
  readonly #durations = new Map<string, Histogram>();
  readonly #gauges = new Map<string, () => number>();

  /** Give this to the runtime as its audit hook, alone or beside another. */
  readonly observe = (event: AuditEvent): void => {
    const target = event.method === 'resources/read' ? '' : this.#bounded(event.target);
    const labels = `server=${quote(event.server)},method=${quote(event.method)},target=${quote(target)}`;
    this.count('mcp_calls_total', `${labels},outcome=${quote(event.outcome)}`);
    if (event.outcome !== 'ok')
      this.count('mcp_call_errors_total', `${labels},kind=${quote(event.kind ?? event.outcome)}`);
    this.#record(labels, event.durationMs / 1000);
  };

  count(name: string, labels: string, by = 1): void {
    const series = this.#counters.get(name) ?? new Map<string, number>();
    this.#counters.set(name, series);
    series.set(labels, (series.get(labels) ?? 0) + by);
  }

  /** A number that is read when somebody asks. `name` may carry labels. */
  gauge(name: string, read: () => number): void {
    this.#gauges.set(name, read);
  }

  render(): string {
    const lines: string[] = [];
    for (const [name, series] of this.#counters) {
      lines.push(`# TYPE ${name} counter`);
      for (const [labels, value] of series) lines.push(`${name}{${labels}} ${value}`);
    }
    if (this.#durations.size > 0) lines.push('# TYPE mcp_call_duration_seconds histogram');
    for (const [labels, histogram] of this.#durations) lines.push(...histogramLines(labels, histogram));
    const typed = new Set<string>();
    for (const [name, read] of this.#gauges) {
      const family = name.replace(/\{.*/, '');
      if (!typed.has(family)) lines.push(`# TYPE ${family} gauge`);
      typed.add(family);
      lines.push(`${name} ${read()}`);
    }
    return `${lines.join('\n')}\n`;
  }

  #record(labels: string, seconds: number): void {
    let histogram = this.#durations.get(labels);
    if (histogram === undefined) {
      histogram = { counts: buckets.map(() => 0), sum: 0, total: 0 };
      this.#durations.set(labels, histogram);
    }
    const at = buckets.findIndex((bound) => seconds <= bound);
    if (at >= 0) histogram.counts[at] = (histogram.counts[at] ?? 0) + 1;
    histogram.sum += seconds;
    histogram.total += 1;
  }

  #bounded(target: string): string {
    return this.#durations.size < mostSeries ? target : 'other';
  }
}

function histogramLines(labels: string, { counts, sum, total }: Histogram): readonly string[] {
  const name = 'mcp_call_duration_seconds';
  let below = 0;
  const lines = buckets.map((bound, at) => {
    below += counts[at] ?? 0;
    return `${name}_bucket{${labels},le="${bound}"} ${below}`;
  });
  return [
    ...lines,
    `${name}_bucket{${labels},le="+Inf"} ${total}`,
    `${name}_sum{${labels}} ${sum}`,
    `${name}_count{${labels}} ${total}`,
  ];
}

function quote(text: string): string {
  return `"${text.slice(0, 128).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}
