import type { LagTransition } from '../model.js';
import type { LagPlan, Memory } from './lag-plan.js';

/** Mean inflow of a hydro over the part of a memory that lies before the study; null when nothing is known about it. */
export type InflowBefore = (hydro: number, memory: Memory) => number | null;

export interface InflowMemory {
  readonly transitions: readonly LagTransition[];
  readonly initialLags: Float64Array;
}

/**
 * Turns a plan into numbers. The weight of a stage in a memory is its share of the days that are accounted for: days of
 * stages, plus days before the study if any hydro was observed on them (a hydro that was not takes `fallback`).
 */
export function buildMemory(
  plan: LagPlan,
  hydroCount: number,
  before: InflowBefore,
  fallback: (hydro: number, memory: Memory) => number,
): InflowMemory {
  const parts = new Map<Memory, MemoryParts>();
  for (const slots of plan.layout) {
    for (const memory of slots) {
      if (memory !== null && !parts.has(memory)) parts.set(memory, split(memory, hydroCount, before, fallback));
    }
  }
  const initialLags = new Float64Array(plan.slotCount * hydroCount);
  plan.layout[0]?.forEach((memory, slot) => {
    if (memory !== null) initialLags.set(parts.get(memory)!.before, slot * hydroCount);
  });
  const steps = plan.steps.map((_, t) => transition(plan, t, hydroCount, parts));
  return { transitions: [...steps, last(plan)], initialLags };
}

interface MemoryParts {
  readonly weightOfStage: ReadonlyMap<number, number>;
  /** Contribution of the time before the study, one value per hydro. */
  readonly before: Float64Array;
}

function split(memory: Memory, hydroCount: number, known: InflowBefore, fallback: InflowBefore): MemoryParts {
  const values = Array.from({ length: hydroCount }, (_, h) => (memory.daysBefore > 0 ? known(h, memory) : null));
  const daysOfStages = [...memory.stageDays.values()].reduce((a, b) => a + b, 0);
  // A period that no stage covers, in the past or in a gap of the study, is known or taken to be average as a whole.
  const counts = daysOfStages === 0 || values.some((value) => value !== null);
  const total = daysOfStages + (counts ? memory.daysBefore : 0);
  const share = daysOfStages === 0 ? 1 : counts ? memory.daysBefore / total : 0;
  const before = Float64Array.from(values, (value, h) => (counts ? share * (value ?? fallback(h, memory) ?? 0) : 0));
  return { weightOfStage: new Map([...memory.stageDays].map(([stage, days]) => [stage, days / total])), before };
}

function transition(
  plan: LagPlan,
  t: number,
  hydroCount: number,
  parts: ReadonlyMap<Memory, MemoryParts>,
): LagTransition {
  const { from, to } = plan.steps[t]!;
  const slots = plan.slotCount;
  const carry = new Float64Array(slots * slots);
  const gain = new Float64Array(slots);
  const constant = new Float64Array(slots * hydroCount);
  to.forEach((memory, i) => {
    if (memory === null) return;
    const { weightOfStage, before } = parts.get(memory)!;
    gain[i] = weightOfStage.get(t) ?? 0;
    const source = from[i];
    if (typeof source === 'number') carry[i * slots + source] = 1;
    else constant.set(before, i * hydroCount);
  });
  const known = constant.some((value) => value !== 0);
  return { isShift: isShift(carry, gain) && !known, carry, gain, constant: known ? constant : null };
}

/** Nothing follows the last stage; a plain shift keeps its outgoing memory meaningful for boundary cuts. */
function last(plan: LagPlan): LagTransition {
  const slots = plan.slotCount;
  const carry = new Float64Array(slots * slots);
  const gain = new Float64Array(slots);
  if (slots > 0) gain[0] = 1;
  for (let i = 1; i < slots; i++) carry[i * slots + i - 1] = 1;
  return { isShift: true, carry, gain, constant: null };
}

function isShift(carry: Float64Array, gain: Float64Array): boolean {
  const slots = gain.length;
  return (
    gain.every((weight, i) => weight === (i === 0 ? 1 : 0)) &&
    carry.every((weight, at) => weight === (at % slots === Math.floor(at / slots) - 1 ? 1 : 0))
  );
}
