/**
 * When released water arrives. Hours are those of the blocks, one stage after the other. What leaves a plant during [a, b)
 * arrives during [a + v, b + v), evenly; a stage gets the part of that window that falls into it.
 */
import type { Horizon, Stage } from '../../../case/horizon.js';

/** Shares smaller than this are the rounding of window ends. */
const negligible = 1e-12;

/**
 * The hours of a stage and of those after it, until they cover `span`. A cycle goes on for ever; a study ends with its last
 * stage unless somebody values what arrives later: then it goes on in the stages that are declared to follow it, and after
 * those in stages like the last one (`after` is null where nobody does).
 */
export function hoursFrom(
  { stages, policyGraph }: Horizon,
  from: number,
  span: number,
  after: readonly { readonly hours: number }[] | null,
): number[] {
  const last = stages.length - 1;
  const back = policyGraph.transitions.find(({ sourceIndex }) => sourceIndex === last)?.targetIndex ?? 0;
  const hours: number[] = [];
  let [stage, covered] = [from, 0];
  while (covered < span) {
    if (stage > last && policyGraph.type === 'cyclic') stage = back;
    else if (stage > last && after === null) break;
    const own = (after?.[stage - last - 1] ?? stages[Math.min(stage, last)]!).hours;
    hours.push(own);
    covered += own;
    stage++;
  }
  return hours;
}

/** The share of a window that falls into each of some intervals that follow each other from hour 0 on. */
export function sharesOf(lengths: readonly number[], from: number, to: number): number[] {
  let start = 0;
  const shares = lengths.map((length) => {
    const overlap = Math.min(to, start + length) - Math.max(from, start);
    start += length;
    return Math.max(0, overlap) / (to - from);
  });
  return shares.map((share) => (share < negligible ? 0 : share));
}

/** Hours, counted from the start of the stage, during which water released in a block leaves. Parallel blocks share the stage. */
export function releaseWindow(stage: Stage, block: number): readonly [from: number, to: number] {
  if (!follows(stage)) return [0, stage.hours];
  const from = stage.blocks.slice(0, block).reduce((sum, { hours }) => sum + hours, 0);
  return [from, from + stage.blocks[block]!.hours];
}

/** True when blocks follow each other. */
export function follows({ blockMode, blocks }: Stage): boolean {
  return blockMode === 'chronological' && blocks.length > 1;
}
