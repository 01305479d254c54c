/** Hydro plants as a planner thinks of them: the register, changed by what MODIF says without a date. */
import type { Expansion } from '../readers/exph.js';
import type { Register } from '../readers/hidr.js';
import type { PlantEntry } from '../readers/hydro-configuration.js';
import type { Keyword, Modification } from '../readers/modif.js';
import type { Month } from '../readers/month.js';
import type { Deck } from './deck.js';
import { type Horizon, horizonOf, inForce } from './horizon.js';

export interface Plant extends PlantEntry {
  readonly register: Register;
  /** Carries a link of the cascade into another equivalent reservoir; it has no machines and no water of its own. */
  readonly isFictitious: boolean;
  /** Storage moves from month to month; otherwise the plant is run of river at its reference volume. */
  readonly regulates: boolean;
  readonly subsystem: number;
  readonly modifications: readonly Modification[];
  readonly expansion: Expansion | null;
  readonly horizon: Horizon;
}

export function plantsOf(deck: Deck): Plant[] {
  const horizon = horizonOf(deck);
  const subsystems = new Map(deck.reservoirs.map(({ code, subsystem }) => [code, subsystem]));
  const gauges = new Map<number, number>();
  for (const { gauge } of deck.plants) gauges.set(gauge, (gauges.get(gauge) ?? 0) + 1);
  return deck.plants
    .filter(({ status }) => status !== 'NC')
    .map((entry) => {
      const modifications = deck.modifications.filter(({ plant }) => plant === entry.code);
      const register = modified(deck.register.get(entry.code)!, modifications);
      const isTwin = register.specificProductivity === 0 && gauges.get(entry.gauge)! > 1;
      return {
        ...entry,
        register,
        isFictitious: entry.name.startsWith('FICT') || isTwin,
        regulates: register.regulation === 'M',
        subsystem: subsystems.get(entry.reservoir)!,
        modifications,
        expansion: deck.expansions.find(({ plant }) => plant === entry.code) ?? null,
        horizon,
      };
    })
    .sort((a, b) => a.code - b.code);
}

type Change = (register: Register, change: Modification) => Partial<Register>;

const replaced = (values: readonly number[], index: number | null, value: number) =>
  values.map((old, k) => (k === (index ?? 1) - 1 ? value : old));

/** A share is one of the useful volume, above the smallest. */
const volume = ({ minVolume, maxVolume }: Register, { values: [value = 0], isPercent }: Modification) =>
  isPercent ? minVolume + (value / 100) * (maxVolume - minVolume) : value;

const changes: Partial<Record<Keyword, Change>> = {
  VOLMIN: (register, change) => ({ minVolume: volume(register, change) }),
  VOLMAX: (register, change) => ({ maxVolume: volume(register, change) }),
  VAZMIN: (_, { values: [flow = 0] }) => ({ historicalMinimumFlow: flow }),
  NUMCNJ: (_, { values: [sets = 0] }) => ({ machineSets: sets }),
  NUMMAQ: ({ machines }, { values: [count = 0], index }) => ({ machines: replaced(machines, index, count) }),
  POTEFE: ({ machinePower }, { values: [power = 0], index }) => ({
    machinePower: replaced(machinePower, index, power),
  }),
  PRODESP: (_, { values: [value = 0] }) => ({ specificProductivity: value }),
  TEIF: (_, { values: [share = 0] }) => ({ forcedOutage: share }),
  IP: (_, { values: [share = 0] }) => ({ plannedOutage: share }),
  PERDHIDR: (_, { values: [value = 0] }) => ({ loss: value }),
  NUMBAS: (_, { values: [units = 0] }) => ({ baseUnits: units }),
  COEFEVAP: ({ evaporation }, { values: [mm = 0], index }) => ({ evaporation: replaced(evaporation, index, mm) }),
  COTAREA: (_, { values }) => ({ areaOfLevel: [...values] }),
  VOLCOTA: (_, { values }) => ({ levelOfVolume: [...values] }),
};

/** Shares of volumes are those of the register itself, whatever was changed before. */
function modified(register: Register, modifications: readonly Modification[]): Register {
  let result = register;
  for (const modification of modifications) {
    const { minVolume, maxVolume } = register;
    const change = changes[modification.keyword];
    const base = modification.isPercent ? { ...result, minVolume, maxVolume } : result;
    if (change) result = { ...result, ...change(base, modification) };
  }
  return result;
}

/** What a dated keyword says in a month; undefined before it says anything. */
export function datedAt({ modifications, horizon }: Plant, keyword: Keyword, month: Month): Modification | undefined {
  return inForce(
    modifications.filter((change) => change.keyword === keyword),
    month,
    horizon,
  );
}

/** Limits of storage without dated ones; run of river stands at the reference volume. */
export function storageOf({ register, regulates }: Plant): { readonly min: number; readonly max: number } {
  const { minVolume, maxVolume, referenceVolume } = register;
  return regulates ? { min: minVolume, max: maxVolume } : { min: referenceVolume, max: referenceVolume };
}
