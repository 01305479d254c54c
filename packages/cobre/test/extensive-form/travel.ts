/** Water that takes its time, by absolute hours since the start of the study: what leaves in [a, b) arrives in [a + v, b + v). */
import { hoursOf } from './discount.js';
import type { Id, RawStudy } from './raw-study.js';

export const transitKey = (target: Id, stage: number) => `transit ${target} ${stage}`;

export function startOf(study: RawStudy, stage: number): number {
  return study.stages.slice(0, stage).reduce((sum, _, k) => sum + hoursOf(study, k), 0);
}

const common = (a: number, b: number, c: number, d: number) => Math.max(0, Math.min(b, d) - Math.max(a, c));

/** Intervals of the balances of a stage: its blocks where they follow each other, else the stage. */
export function balances(study: RawStudy, stage: number): readonly (readonly [number, number])[] {
  const { blocks, block_mode } = study.stages[stage]!;
  let at = startOf(study, stage);
  if (block_mode === 'parallel') return [[at, at + hoursOf(study, stage)]];
  return blocks.map(({ hours }) => {
    at += hours;
    return [at - hours, at] as const;
  });
}

/** The share of a block's release that falls into an interval. */
export function share(
  study: RawStudy,
  v: number,
  stage: number,
  block: number,
  [c, d]: readonly [number, number],
): number {
  const own = balances(study, stage);
  const [a, b] = own[own.length === 1 ? 0 : block]!;
  return common(a + v, b + v, c, d) / (b - a);
}

/** How what arrives from earlier stages is shared among the balances of a stage. */
export function density(study: RawStudy, v: number, stage: number): number[] {
  const into = balances(study, stage);
  if (into.length === 1) return [1];
  const senders = study.stages.slice(0, stage).map((_, t) => [startOf(study, t), startOf(study, t + 1)] as const);
  const first = hoursOf(study, 0);
  for (let k = 1; (k - 1) * first <= v; k++) senders.push([-k * first, (1 - k) * first]);
  const weight = into.map(([c, d]) => senders.reduce((sum, [a, b]) => sum + common(a + v, b + v, c, d) / (b - a), 0));
  const total = weight.reduce((sum, w) => sum + w, 0);
  return weight.map((w, k) => (total > 0 ? w / total : (into[k]![1] - into[k]![0]) / hoursOf(study, stage)));
}

/** What past releases bring into each stage, hm³. */
export function seed(study: RawStudy, target: Id, stage: number): number {
  const start = Date.parse(study.stages[0]!.start_date);
  return (study.pastReleases ?? []).reduce((sum, row) => {
    const sender = study.hydros.find(({ id }) => id === row.hydro_id)!;
    if (sender.downstream_id !== target) return sum;
    const [a, b] = [row.start_date, row.end_date].map((date) => (Date.parse(date) - start) / 3_600_000);
    const [c, d] = [startOf(study, stage), startOf(study, stage + 1)];
    return sum + 0.0036 * row.value_m3s * common(a! + sender.travel_time_hours!, b! + sender.travel_time_hours!, c, d);
  }, 0);
}
