/** The numbers that Prometheus is shown, under the same names, in the form that OTLP is made of. */
import type { HrTime } from '@opentelemetry/api';
import { ValueType } from '@opentelemetry/api';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';

export interface Sample {
  readonly value: number;
  readonly labels: Readonly<Record<string, string | number | undefined>>;
  /** With histograms, which of its series. */
  readonly metricName?: string;
}

export interface Series {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly values: readonly Sample[];
}

export interface MetricsSource {
  series(): Promise<readonly Series[]>;
}

export function prometheusBridge(source: MetricsSource, now: () => number): MetricProducer {
  const since = hrTime(now());
  return {
    async collect() {
      const times = { startTime: since, endTime: hrTime(now()) };
      const metrics = (await source.series()).flatMap((series) => metricOf(series, times));
      const scopeMetrics = [{ scope: { name: 'quadrivium' }, metrics }];
      return { resourceMetrics: { resource: emptyResource(), scopeMetrics }, errors: [] };
    },
  };
}

type Times = Pick<DataPoint<number>, 'startTime' | 'endTime'>;

const hrTime = (ms: number): HrTime => [Math.floor(ms / 1000), (ms % 1000) * 1_000_000];

function metricOf({ name, help, type, values }: Series, times: Times): MetricData[] {
  const unit = name.endsWith('_seconds') ? 's' : '1';
  const descriptor = { name, description: help, unit, valueType: ValueType.DOUBLE };
  const base = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE };
  const points = (): DataPoint<number>[] =>
    values.map(({ value, labels }) => ({ ...times, attributes: { ...labels }, value }));
  if (type === 'counter')
    return [{ ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() }];
  if (type === 'gauge') return [{ ...base, dataPointType: DataPointType.GAUGE, dataPoints: points() }];
  if (type === 'histogram')
    return [{ ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(values, times) }];
  return [];
}

/** Prometheus counts everything up to a bound, OTLP what lies between two. */
function histograms(values: readonly Sample[], times: Times): DataPoint<Histogram>[] {
  const groups = new Map<string, Sample[]>();
  for (const sample of values) {
    const { le: _bound, ...labels } = sample.labels;
    const key = JSON.stringify(labels);
    groups.set(key, [...(groups.get(key) ?? []), sample]);
  }
  return [...groups].map(([labels, samples]) => ({
    ...times,
    attributes: JSON.parse(labels),
    value: histogramOf(samples),
  }));
}

function histogramOf(samples: readonly Sample[]): Histogram {
  const upTo = samples.filter(({ metricName }) => metricName?.endsWith('_bucket'));
  const one = (ending: string): number => samples.find(({ metricName }) => metricName?.endsWith(ending))?.value ?? 0;
  const counts = upTo.map(({ value }, i) => value - (upTo[i - 1]?.value ?? 0));
  const boundaries = upTo.map(({ labels }) => Number(labels.le)).filter(Number.isFinite);
  return { buckets: { boundaries, counts }, sum: one('_sum'), count: one('_count') };
}
