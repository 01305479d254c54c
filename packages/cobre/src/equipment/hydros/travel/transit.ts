/**
 * Water on its way. A plant that receives water with a delay has buckets: bucket d holds what arrives d stages later, from
 * all plants that send to it. After every stage the buckets move up by one.
 */
import type { PostStudyStage } from '../../../case/post-study.js';
import type { ResolveContext } from '../../../case/resolve/context.js';
import { resolvePostStudy } from '../../../case/resolve/post-study.js';
import { hm3PerFlowHour } from '../../../stage/units.js';
import type { Hydro } from '../entity.js';
import { hoursFrom, releaseWindow, sharesOf } from './clock.js';

export interface Transit {
  /** Place of the first bucket among the states of hydros. */
  readonly first: number;
  /** Volume on its way at the start of the study, by stage of arrival; one number for each bucket (hm³). */
  readonly initialHm3: readonly number[];
  /** How a stage with blocks one after the other shares what arrives among them; null where blocks are parallel. */
  readonly density: readonly (readonly number[] | null)[];
  /** Stages that are declared to follow the study, where somebody values what arrives in them; days since 1970-01-01. */
  readonly after: readonly { readonly startDay: number; readonly endDay: number }[];
}

/** Where water released in a block goes. */
export interface Journey {
  /** Share that arrives within the stage, by block (one number where blocks are parallel). */
  readonly now: readonly number[];
  /** Share that arrives d + 1 stages later. */
  readonly later: readonly number[];
}

/** By plant and stage, for every block; empty for plants whose water arrives at once. */
export function journeys(context: ResolveContext, travelTimeHours: number): Journey[][] {
  const { horizon } = context;
  if (travelTimeHours <= 0) return horizon.stages.map(() => []);
  return horizon.stages.map((stage) => {
    const hours = hoursFrom(horizon, stage.index, travelTimeHours + stage.hours, stagesAfter(context));
    return stage.blocks.map((_, block) => {
      const [from, to] = releaseWindow(stage, block).map((hour) => hour + travelTimeHours) as [number, number];
      const [, ...later] = sharesOf(hours, from, to);
      while (later.at(-1) === 0) later.pop();
      const inside = stage.blocks.map((entry) => entry.hours);
      const parallel = stage.blockMode !== 'chronological' || inside.length === 1;
      return { now: sharesOf(parallel ? [stage.hours] : inside, from, to), later };
    });
  });
}

/** Cuts behind the last stage can say what water is worth that arrives after it; null where there are none. */
function stagesAfter(context: ResolveContext): readonly PostStudyStage[] | null {
  return context.raw.config.policy?.boundary ? resolvePostStudy(context) : null;
}

/** Adds the buckets of plants that receive water with a delay. */
export function withTransit(context: ResolveContext, hydros: readonly Hydro[]): Hydro[] {
  let first = 0;
  return hydros.map((hydro) => {
    const senders = hydros.filter((other) => other.downstreamIndex === hydro.index && other.travelTimeHours > 0);
    if (senders.length === 0) return hydro;
    const initialHm3 = seedOf(context, senders);
    const deepest = senders.flatMap(({ journey }) => journey.flat().map(({ later }) => later.length));
    const buckets = Math.max(1, initialHm3.length, ...deepest);
    const transit = {
      first,
      initialHm3: Array.from({ length: buckets }, (_, d) => initialHm3[d] ?? 0),
      after: (stagesAfter(context) ?? []).map(({ startDay, hours }) => ({ startDay, endDay: startDay + hours / 24 })),
      density: context.horizon.stages.map((stage) => densityAt(context, stage.index, senders[0]!.travelTimeHours)),
    };
    first += buckets;
    return { ...hydro, transit };
  });
}

/** What past releases bring, by stage of arrival. */
function seedOf(context: ResolveContext, senders: readonly Hydro[]): number[] {
  const { horizon } = context;
  const start = horizon.stages[0]!.startDay;
  const volumes: number[] = [];
  for (const { travelTimeHours, pastDefluences } of senders) {
    const hours = hoursFrom(horizon, 0, travelTimeHours, stagesAfter(context));
    for (const { startDay, endDay, valueM3s } of pastDefluences) {
      const [from, to] = [(startDay - start) * 24, (endDay - start) * 24];
      const volume = hm3PerFlowHour * (to - from) * valueM3s;
      sharesOf(hours, from + travelTimeHours, to + travelTimeHours).forEach((share, d) => {
        volumes[d] = (volumes[d] ?? 0) + share * volume;
      });
    }
  }
  return volumes;
}

/**
 * The share of each block in what arrives: the hours of the blocks that windows of earlier stages cover, each stage weighed by
 * the share of its water that one hour of it carries. Stages before the study are taken to be as long as its first one.
 */
function densityAt({ horizon }: ResolveContext, stage: number, travelTimeHours: number): number[] | null {
  const { blocks, blockMode } = horizon.stages[stage]!;
  if (blockMode !== 'chronological' || blocks.length === 1) return null;
  const lengths = blocks.map(({ hours }) => hours);
  const weight = lengths.map(() => 0);
  let [sender, end] = [stage - 1, 0];
  while (end + travelTimeHours > 0) {
    const { hours } = horizon.stages[Math.max(0, sender)]!;
    sharesOf(lengths, end - hours + travelTimeHours, end + travelTimeHours).forEach((share, k) => {
      weight[k]! += share;
    });
    end -= hours;
    sender--;
  }
  const total = weight.reduce((sum, share) => sum + share, 0);
  return weight.map((share, k) => (total > 0 ? share / total : lengths[k]! / horizon.stages[stage]!.hours));
}
