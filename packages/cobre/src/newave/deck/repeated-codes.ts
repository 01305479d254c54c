/** Codes by which other files know something: given twice, nobody could say which of the two is meant. */
import type { Origin } from '../readers/line.js';
import type { Deck } from './deck.js';
import type { Gap } from './gaps.js';

interface Coded {
  readonly origin: Origin;
  readonly code: string | number;
}

export function repeatedCodes(deck: Deck): Gap[] {
  return Object.entries(codesOf(deck)).flatMap(([what, entries]) => repeated(what, entries));
}

function repeated(what: string, entries: readonly Coded[]): Gap[] {
  return entries.flatMap(({ origin, code }, k) => {
    const before = entries.slice(0, k).find((entry) => entry.code === code);
    return before
      ? [{ origin, expected: `each ${what} once`, found: `${code} again (see line ${before.origin.line})` }]
      : [];
  });
}

function codesOf({ system, blocks, losses, groups, electrical, ...deck }: Deck): Record<string, readonly Coded[]> {
  const bySubsystem = ({ origin, subsystem }: { origin: Origin; subsystem: number }) => ({ origin, code: subsystem });
  const byPlant = ({ origin, plant }: { origin: Origin; plant: number }) => ({ origin, code: plant });
  const byPair = (entry: { origin: Origin; from: number; to: number }) => ({
    ...{ origin: entry.origin, code: `${entry.from}-${entry.to}` },
  });
  return {
    'hydro plant': deck.plants,
    'equivalent reservoir': deck.reservoirs,
    'thermal plant of CONFT': deck.thermals,
    'thermal plant of TERM': deck.thermalData,
    'cost class': deck.costs.classes,
    subsystem: system.subsystems,
    'load of a subsystem': system.load.map(bySubsystem),
    'load by block of a subsystem': blocks.load.map(bySubsystem),
    'pair of interchange': system.interchange.map((entry) => ({
      ...{ origin: entry.origin, code: `${entry.from}-${entry.to}${entry.isMinimum ? ' (minimum)' : ''}` },
    })),
    'direction of interchange by block': blocks.interchange.map(byPair),
    'direction with losses': losses.interchange.map(byPair),
    'group of plants not simulated': system.sources.map(({ origin, subsystem, group }) => ({
      ...{ origin, code: `${subsystem}-${group}` },
    })),
    'gauge of VAZPAST': deck.pastFlows.map(({ origin, gauge }) => ({ origin, code: gauge })),
    'plant of EXPH': deck.expansions.map(byPlant),
    'plant of ADTERM': deck.anticipated.map(byPlant),
    'set of RE': electrical.sets.map(({ origin, set }) => ({ origin, code: set })),
    'pair of a group of AGRINT': groups.members.map(({ origin, group, from, to }) => ({
      ...{ origin, code: `${group}: ${from}-${to}` },
    })),
  };
}
