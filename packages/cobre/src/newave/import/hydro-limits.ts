/** Limits of a hydro plant month by month: what MODIF, EXPH, GHMIN and DSVAGUA say, with the machines it has by then. */
import { availablePower, turbineFlow } from '../deck/machines.js';
import { datedAt, type Plant, storageOf } from '../deck/plants.js';
import { netHead, productivity } from '../energies/productivity.js';
import type { Keyword } from '../readers/modif.js';
import { type Month, monthInYear, yearOf } from '../readers/month.js';
import type { StudyPlant } from './cascade.js';
import type { Study } from './study.js';

export interface MonthLimits {
  readonly minStorage: number;
  readonly maxStorage: number;
  readonly minOutflow: number;
  readonly maxOutflow: number | null;
  readonly maxTurbined: number;
  readonly minTurbined: number;
  readonly maxGeneration: number;
  readonly minGeneration: number;
  readonly withdrawal: number;
  readonly productivity: number;
  /** Limits of single blocks, by their position. */
  readonly blocks: readonly BlockLimits[];
}

export interface BlockLimits {
  readonly block: number;
  readonly maxTurbined?: number;
  readonly minTurbined?: number;
  readonly minGeneration?: number;
}

const unlimited = 99_990;

export function limitsAt(study: Study, { plant }: Pick<StudyPlant, 'plant'>, month: Month): MonthLimits {
  const dated = (keyword: Keyword) => {
    const found = datedAt(plant, keyword, month);
    study.usage.use(found);
    return found?.values ?? null;
  };
  const own = productivity(plant, month);
  dated('CFUGA');
  dated('CMONT');
  const machines = turbineFlow(plant, month, netHead(plant, month));
  const [maxima, minima] = [dated('TURBMAXT') ?? [], dated('TURBMINT') ?? []];
  const storage = storageAt(study, plant, month);
  const minFlow =
    study.deck.general.ignoresMinimumOutflow === 1
      ? 0
      : (dated('VAZMINT')?.[0] ?? plant.register.historicalMinimumFlow);
  const available = availablePower(plant, month);
  const least = minimumGeneration(study, plant, month);
  const highest = dated('VAZMAXT')?.[0] ?? null;
  const maxTurbined = Math.min(machines, maxima.length === 1 ? maxima[0]! : machines);
  return {
    ...storage,
    minOutflow: Math.max(0, minFlow),
    maxOutflow: highest === null || highest >= unlimited ? null : Math.max(highest, minFlow),
    maxTurbined,
    minTurbined: Math.min(minima.length === 1 ? minima[0]! : 0, maxTurbined),
    maxGeneration: available,
    minGeneration: Math.min(least.stage, available),
    withdrawal: withdrawalAt(study, plant, month),
    productivity: own,
    blocks: blockLimits(study, { machines, maxima, minima, available, least: least.blocks }),
  };
}

/** Shares are of the useful volume. Run of river keeps its volume whatever the deck says about limits. */
function storageAt({ usage }: Study, plant: Plant, month: Month): { minStorage: number; maxStorage: number } {
  const { min, max } = storageOf(plant);
  if (!plant.regulates) {
    for (const record of plant.modifications.filter(({ keyword }) => /^VM(AX|IN)[TP]$/.test(keyword))) {
      usage.ignore(record, 'the plant is run of river: its volume does not change');
    }
    return { minStorage: min, maxStorage: max };
  }
  const limit = (keyword: Keyword, otherwise: number) => {
    const found = datedAt(plant, keyword, month);
    usage.use(found);
    const value = found?.values[0];
    if (found === undefined || value === undefined) return otherwise;
    return Math.min(max, Math.max(min, found.isPercent ? min + (value / 100) * (max - min) : value));
  };
  const lowest = limit('VMINT', min);
  return { minStorage: lowest, maxStorage: Math.max(lowest, limit('VMAXT', max)) };
}

/** By month, or by calendar month after the study; block 0 is the whole month. */
function minimumGeneration({ deck, horizon, usage }: Study, plant: Plant, month: Month) {
  const year = yearOf(month) > horizon.lastYear ? 'POS' : yearOf(month);
  const found = !deck.general.minimumGeneration
    ? []
    : deck.minimumGeneration.filter((entry) => {
        return entry.plant === plant.code && entry.month === monthInYear(month) && entry.year === year;
      });
  usage.use(...found);
  return {
    stage: found.find(({ block }) => !block)?.power ?? 0,
    blocks: found.flatMap(({ block, power }) => (block ? [{ block: block - 1, power }] : [])),
  };
}

/** By the code of the plant, never by its gauge; several rows add up. */
export function withdrawalAt({ deck, horizon, usage }: Study, { code }: Pick<Plant, 'code'>, month: Month): number {
  if (!deck.general.withdrawals) return 0;
  const rows = deck.withdrawals.filter(({ plant }) => plant === code);
  const later = yearOf(month) > horizon.lastYear;
  const year = later ? (rows.some((row) => row.year === 'POS') ? 'POS' : horizon.lastYear) : yearOf(month);
  const own = rows.filter((row) => row.year === year);
  usage.use(...own);
  const sum = own.reduce((total, { flows }) => total + (flows[monthInYear(month) - 1] ?? 0), 0);
  return sum === 0 ? 0 : -sum;
}

interface BlockValues {
  readonly machines: number;
  readonly maxima: readonly number[];
  readonly minima: readonly number[];
  readonly available: number;
  readonly least: readonly { block: number; power: number }[];
}

function blockLimits({ deck }: Study, { machines, maxima, minima, available, least }: BlockValues): BlockLimits[] {
  return Array.from({ length: deck.blocks.count }, (_, block) => {
    const [max, min] = [maxima.length > 1 ? maxima[block] : undefined, minima.length > 1 ? minima[block] : undefined];
    const power = least.find((entry) => entry.block === block)?.power;
    return {
      block,
      ...(max === undefined ? {} : { maxTurbined: Math.min(max, machines) }),
      ...(min === undefined ? {} : { minTurbined: Math.min(min, machines) }),
      ...(power === undefined ? {} : { minGeneration: Math.min(power, available) }),
    };
  }).filter((limits) => Object.keys(limits).length > 1);
}
