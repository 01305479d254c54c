/**
 * What water is worth at a state: the cuts of a stage are the cost of everything after it as a function of what is in the
 * reservoirs, so the slope of the highest cut at the state is what one more hm³ saves, with the sign turned.
 */
import { join } from 'node:path';
import { Fault } from '@quadrivium/kernel/fault';
import * as z from 'zod';
import { integerIdOf } from '../../case/identity.js';
import type { Case } from '../../case/model.js';
import type { StoredStageCuts } from '../../results/policy/cuts-file.js';
import { loadCase } from '../../validation/load-case.js';
import { caseAccess } from '../cases/case-access.js';
import type { Files } from '../files/files.js';
import { integer, record } from '../seed-schema.js';
import { openPolicy } from './policy.js';

const hydroValue = record({
  hydro_id: integer(),
  name: z.string(),
  bus_id: integer(),
  storage_hm3: z.number(),
  storage_percent: z.number().describe('Of the useful volume'),
  water_value_per_hm3: z.number().describe('$ that one more hm3 saves after the stage'),
});

const busValue = record({
  bus_id: integer(),
  name: z.string(),
  storage_hm3: z.number(),
  value_per_percent: z.number().describe('$ that one more percent in all its reservoirs saves after the stage'),
});

export const waterValues = record({
  stage: integer().describe('Position of the stage, from 1'),
  stage_id: integer(),
  starts: z.string().describe('Date the stage begins'),
  future_cost: z.number().describe('Cost after the stage at this state, $'),
  hydros: z.array(hydroValue),
  subsystems: z.array(busValue),
});

export type WaterValues = Readonly<z.output<typeof waterValues>>;

export interface StateAsked {
  readonly caseDirectory: string;
  readonly policyDirectory?: string;
  readonly stage?: number;
  readonly month?: number;
  /** Of the useful volume of every reservoir, unless one of its own is given by name or id. */
  readonly percent: number;
  readonly percentOf: Readonly<Record<string, number>>;
}

export async function valuesAt(files: Files, asked: StateAsked): Promise<WaterValues> {
  const { case: study } = await loadCase(asked.caseDirectory, caseAccess(files));
  const policy = await openPolicy(files, asked.policyDirectory ?? join(asked.caseDirectory, 'output/policy'));
  const index = stageOf(study, asked);
  requireSingle(study);
  const stored = await policy.cuts(placeOf(study, index));
  const reservoirs = reservoirsAt(study, index, asked);
  if (stored.cuts.length === 0) throw noFuture(index + 1);
  const state = meanState(stored);
  reservoirs.forEach(({ storage }, h) => {
    state[h] = storage;
  });
  return answer(study, index, reservoirs, highest(stored, state));
}

/** The place of the policy whose cuts follow a stage. */
function placeOf({ horizon }: Case, index: number): number {
  const { nodes } = horizon.policyGraph;
  if (nodes.length === 0) return index;
  const own = nodes.filter(({ stageIndex }) => stageIndex === index);
  if (own.length === 1) return nodes.indexOf(own[0]!);
  const ids = own.map(({ id }) => id).join(', ');
  throw refusal('stage', index + 1, `Stage ${index + 1} has several nodes (${ids}), each with water values of its own`);
}

interface Reservoir {
  readonly hydro: Case['system']['hydros'][number];
  readonly storage: number;
  readonly percent: number;
  readonly useful: number;
}

function reservoirsAt({ system }: Case, index: number, { percent, percentOf }: StateAsked): Reservoir[] {
  const unknown = Object.keys(percentOf).find((name) => !system.hydros.some((hydro) => isCalled(hydro, name)));
  if (unknown !== undefined) throw refusal('storage_percent_of', unknown, `There is no hydro '${unknown}'`);
  return system.hydros.map((hydro) => {
    const { minStorageHm3: least, maxStorageHm3: most } = hydro.at[index]!;
    const own = Object.entries(percentOf).find(([name]) => isCalled(hydro, name))?.[1] ?? percent;
    return { hydro, percent: own, useful: most - least, storage: least + ((most - least) * own) / 100 };
  });
}

function isCalled(hydro: Reservoir['hydro'], name: string): boolean {
  return [String(hydro.id), String(integerIdOf(hydro)), hydro.name].includes(name);
}

/** Lagged inflows and other states are as they were on average where training passed. */
function meanState({ cuts, stateDimension }: StoredStageCuts): Float64Array {
  const mean = new Float64Array(stateDimension);
  for (const { stateAtGeneration } of cuts) {
    for (let s = 0; s < stateDimension; s++) mean[s]! += (stateAtGeneration[s] ?? 0) / cuts.length;
  }
  return mean;
}

function highest({ cuts }: StoredStageCuts, state: Float64Array): { value: number; slope: Float64Array } {
  let best = { value: Number.NEGATIVE_INFINITY, slope: state };
  for (const { active, intercept, coefficients } of cuts) {
    if (!active) continue;
    const value = state.reduce((sum, x, s) => sum + x * coefficients[s]!, intercept);
    if (value > best.value) best = { value, slope: coefficients };
  }
  return best;
}

function answer(
  { system, horizon }: Case,
  index: number,
  reservoirs: readonly Reservoir[],
  { value, slope }: { value: number; slope: Float64Array },
): WaterValues {
  const worth = (h: number) => -slope[h]! + 0;
  const busOf = ({ hydro }: Reservoir) => system.buses[hydro.busIndex]!;
  return {
    stage: index + 1,
    stage_id: horizon.stages[index]!.id,
    starts: horizon.stages[index]!.startDate,
    future_cost: value,
    hydros: reservoirs.map((at, h) => ({
      hydro_id: integerIdOf(at.hydro),
      name: at.hydro.name,
      bus_id: integerIdOf(busOf(at)),
      storage_hm3: at.storage,
      storage_percent: at.percent,
      water_value_per_hm3: worth(h),
    })),
    subsystems: system.buses.flatMap((bus) => {
      const own = reservoirs.map((at, h) => ({ at, h })).filter(({ at }) => busOf(at) === bus);
      if (own.length === 0) return [];
      return {
        bus_id: integerIdOf(bus),
        name: bus.name,
        storage_hm3: own.reduce((sum, { at }) => sum + at.storage, 0),
        value_per_percent: own.reduce((sum, { at, h }) => sum + (worth(h) * at.useful) / 100, 0),
      };
    }),
  };
}

function stageOf({ horizon }: Case, { stage, month }: StateAsked): number {
  const count = horizon.stages.length;
  if (stage !== undefined) {
    if (stage <= count) return stage - 1;
    throw refusal('stage', stage, `The study has ${count} stages, so there is no stage ${stage}`);
  }
  const found = horizon.stages.findIndex(({ startMonth }) => month === undefined || startMonth === month);
  if (found >= 0) return found;
  throw refusal('month', month, `No stage of the study begins in month ${month}`);
}

/** With a cut for each opening the future is a mixture of several functions, which one slope does not describe. */
function requireSingle({ settings }: Case): void {
  if (settings.training.cutFormulation === 'single') return;
  throw new Fault('IncompatibleSettings', 'Water values are read from policies with one cut per trial state', {
    context: { settings: ['training.cut_formulation'], detail: 'it is multi' },
    suggestion: 'Train with cut_formulation "single", or look at water_value_per_hm3 of the simulated hydros.',
  });
}

function noFuture(stage: number): Fault {
  return refusal('stage', stage, `Stage ${stage} has no cuts: nothing follows it, or it was not trained`);
}

function refusal(field: string, value: unknown, message: string): Fault<'InvalidArguments'> {
  return new Fault('InvalidArguments', message, {
    context: { field, value },
    suggestion: 'cobre/inspect-case tells the stages and hydros of a case.',
  });
}
