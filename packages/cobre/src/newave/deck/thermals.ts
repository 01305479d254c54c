/** Thermal plants month by month: TERM, changed by EXPT, less what MANUTT takes out, at the cost of CLAST. */
import type { Origin } from '../readers/line.js';
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
  readonly origins: ThermalOrigins;
}

/** The record that says it in this month; null for what several say together. */
interface ThermalOrigins {
  readonly min: Origin;
  readonly cost: Origin | null;
  readonly power: Origin;
  readonly factor: Origin;
  readonly forcedOutage: Origin;
  readonly plannedOutage: Origin;
  readonly maintenance: Origin | null;
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
  const { values, origins } = changed(thermal, at, horizon, inMaintenance);
  const outages = inMaintenance ? outagesIn(thermal.maintenance, at) : [];
  const out = outages.reduce((sum, { power, days }) => sum + (power * days) / daysIn(at), 0);
  const { cost, origin } = costAt(deck, thermal, at, horizon);
  const share = (percent: number) => percent / 100;
  const max =
    Math.max(0, values.POTEF - out) * share(values.FCMAX) * (1 - share(values.TEIFT)) * (1 - share(values.IPTER));
  return {
    ...{ max, min: Math.min(values.GTMIN, max), cost },
    ...{ power: values.POTEF, factor: values.FCMAX, forcedOutage: values.TEIFT, plannedOutage: values.IPTER },
    maintenance: out,
    origins: {
      ...{ min: origins.GTMIN, cost: origin, power: origins.POTEF, factor: origins.FCMAX },
      ...{ forcedOutage: origins.TEIFT, plannedOutage: origins.IPTER },
      maintenance: outages.length === 1 ? outages[0]!.origin : null,
    },
  };
}

/** Values of TERM, then of EXPT in the order of the file. A plant whose powers have all ended is gone. */
function changed(thermal: Thermal, month: Month, { firstYear }: Horizon, inMaintenance: boolean) {
  const { data, changes, status } = thermal;
  const minimum = yearOf(month) === firstYear ? data.minimum[monthInYear(month) - 1] : data.minimum[12];
  const values = {
    POTEF: status === 'NE' ? 0 : (data.power ?? 0),
    FCMAX: data.factor ?? 100,
    TEIFT: data.forcedOutage ?? 0,
    IPTER: inMaintenance ? 0 : (data.plannedOutage ?? 0),
    GTMIN: status === 'NE' ? 0 : (minimum ?? 0),
  };
  const built = status === 'NE' ? thermal.origin : data.origin;
  const origins = { POTEF: built, FCMAX: data.origin, TEIFT: data.origin, IPTER: data.origin, GTMIN: built };
  for (const { kind, value, from, to, origin } of changes) {
    if (from > month || (to !== null && month > to)) continue;
    values[kind] = value;
    origins[kind] = origin;
  }
  const powers = changes.filter(({ kind }) => kind === 'POTEF');
  const hasEnded = powers.length > 0 && powers.every(({ to }) => to !== null && to < month);
  if (!hasEnded) return { values, origins };
  const end = powers.at(-1)!.origin;
  return { values: { ...values, POTEF: 0, GTMIN: 0 }, origins: { ...origins, POTEF: end, GTMIN: end } };
}

/** What rests in a month, and for how many of its days. */
function outagesIn(maintenance: readonly Maintenance[], month: Month) {
  const first = Date.UTC(yearOf(month), monthInYear(month) - 1, 1) / 86_400_000;
  return maintenance.flatMap(({ start, days, power, origin }) => {
    const overlap = Math.min(start + days, first + daysIn(month)) - Math.max(start, first);
    return overlap > 0 ? [{ power, days: overlap, origin }] : [];
  });
}

function costAt({ costs }: Deck, { costClass }: Thermal, month: Month, { firstYear }: Horizon) {
  const own = costs.classes.find(({ code }) => code === costClass);
  const byYear = own?.costs ?? [];
  const temporary = costs.temporary.findLast(({ code, from, to }) => {
    return code === costClass && from <= month && (to === null || month <= to);
  });
  if (temporary) return { cost: temporary.cost, origin: temporary.origin };
  return { cost: byYear[Math.min(yearOf(month) - firstYear, byYear.length - 1)] ?? 0, origin: own?.origin ?? null };
}
