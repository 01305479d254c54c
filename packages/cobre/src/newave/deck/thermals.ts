/** Thermal plants month by month: TERM, changed by EXPT, less what MANUTT takes out, at the cost of CLAST. */
import { daysIn, type Month, monthInYear, yearOf } from '../readers/month.js';
import type { Maintenance, ThermalChange, ThermalData, ThermalEntry } from '../readers/thermals.js';
import type { Deck } from './deck.js';
import { type Horizon, horizonOf, withinStudy } from './horizon.js';

export interface Thermal extends ThermalEntry {
  readonly data: ThermalData;
  readonly changes: readonly ThermalChange[];
  readonly maintenance: readonly Maintenance[];
  readonly fuel: string;
}

export interface ThermalMonth {
  readonly min: number;
  readonly max: number;
  readonly cost: number;
  /** What the limits follow from: MW, %, %, %, MW out of work. */
  readonly power: number;
  readonly factor: number;
  readonly forcedOutage: number;
  readonly plannedOutage: number;
  readonly maintenance: number;
}

export function thermalsOf(deck: Deck): Thermal[] {
  const classes = new Map(deck.costs.classes.map((entry) => [entry.code, entry]));
  return deck.thermals
    .filter(({ status }) => status !== 'NC')
    .map((entry) => ({
      ...entry,
      data: deck.thermalData.find(({ code }) => code === entry.code)!,
      changes: deck.thermalChanges.filter(({ code }) => code === entry.code),
      maintenance: deck.maintenance.filter(({ code }) => code === entry.code),
      fuel: classes.get(entry.costClass)?.fuel ?? '',
    }))
    .sort((a, b) => a.code - b.code);
}

export function thermalAt(deck: Deck, thermal: Thermal, month: Month): ThermalMonth {
  const horizon = horizonOf(deck);
  const at = withinStudy(month, horizon);
  const inMaintenance = yearOf(month) < horizon.firstYear + (deck.general.maintenanceYears ?? 0);
  const values = changed(thermal, at, horizon, inMaintenance);
  const out = inMaintenance ? outage(thermal.maintenance, at) : 0;
  const share = (percent: number) => percent / 100;
  const max =
    Math.max(0, values.POTEF - out) * share(values.FCMAX) * (1 - share(values.TEIFT)) * (1 - share(values.IPTER));
  return {
    ...{ max, min: Math.min(values.GTMIN, max), cost: costAt(deck, thermal, at, horizon) },
    ...{ power: values.POTEF, factor: values.FCMAX, forcedOutage: values.TEIFT, plannedOutage: values.IPTER },
    maintenance: out,
  };
}

/** Values of TERM, then of EXPT in the order of the file. A plant whose powers have all ended is gone. */
function changed({ data, changes, status }: Thermal, month: Month, { firstYear }: Horizon, inMaintenance: boolean) {
  const minimum = yearOf(month) === firstYear ? data.minimum[monthInYear(month) - 1] : data.minimum[12];
  const values = {
    POTEF: status === 'NE' ? 0 : (data.power ?? 0),
    FCMAX: data.factor ?? 100,
    TEIFT: data.forcedOutage ?? 0,
    IPTER: inMaintenance ? 0 : (data.plannedOutage ?? 0),
    GTMIN: status === 'NE' ? 0 : (minimum ?? 0),
  };
  for (const { kind, value, from, to } of changes) {
    if (from <= month && (to === null || month <= to)) values[kind] = value;
  }
  const powers = changes.filter(({ kind }) => kind === 'POTEF');
  const hasEnded = powers.length > 0 && powers.every(({ to }) => to !== null && to < month);
  return hasEnded ? { ...values, POTEF: 0, GTMIN: 0 } : values;
}

/** MW out of work, by the days of the month that an outage takes. */
function outage(maintenance: readonly Maintenance[], month: Month): number {
  const first = Date.UTC(yearOf(month), monthInYear(month) - 1, 1) / 86_400_000;
  return maintenance.reduce((sum, { start, days, power }) => {
    const overlap = Math.min(start + days, first + daysIn(month)) - Math.max(start, first);
    return sum + (power * Math.max(0, overlap)) / daysIn(month);
  }, 0);
}

function costAt({ costs }: Deck, { costClass }: Thermal, month: Month, { firstYear }: Horizon): number {
  const byYear = costs.classes.find(({ code }) => code === costClass)?.costs ?? [];
  const ofYear = byYear[Math.min(yearOf(month) - firstYear, byYear.length - 1)] ?? 0;
  return costs.temporary.reduce((cost, { code, cost: other, from, to }) => {
    return code === costClass && from <= month && (to === null || month <= to) ? other : cost;
  }, ofYear);
}
