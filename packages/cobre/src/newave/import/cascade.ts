/**
 * Which plants a study has and where their water goes. In decks of equivalent reservoirs a plant whose water leaves its
 * reservoir has no plant downstream; a fictitious twin at the same gauge carries the link. Without putting these links
 * back, the energy of that water is lost at every plant below.
 */
import { type Plant, plantsOf } from '../deck/plants.js';
import { commonHistory } from '../energies/flows.js';
import type { Month } from '../readers/month.js';
import type { Study } from './study.js';

export interface River {
  readonly plants: readonly StudyPlant[];
  readonly byCode: ReadonlyMap<number, StudyPlant>;
  /** Links that a fictitious twin carried. */
  readonly relinked: readonly (readonly [from: string, to: string])[];
  /** Links cut because the gauge below describes a diversion. */
  readonly cut: readonly (readonly [from: string, to: string])[];
}

export interface StudyPlant {
  readonly id: number;
  readonly name: string;
  readonly plant: Plant;
  readonly downstream: number | null;
  readonly upstream: readonly Plant[];
  /** The month it starts to operate, and the one it starts to fill; null when it is there from the start. */
  readonly entry: Month | null;
  readonly filling: Month | null;
}

export function riverOf(study: Study): River {
  const all = plantsOf(study.deck);
  const real = all.filter(({ isFictitious }) => !isFictitious);
  const isThere = (plant: Plant) => arrival(study, plant).entry < study.months[0]! + study.months.length;
  const kept = real.filter(isThere);
  for (const plant of real.filter((candidate) => !isThere(candidate))) {
    study.usage.warn('plant-after-study', `${plant.name} starts after the study and is left out`, {
      origin: plant.origin,
      entity: plant.name,
    });
  }
  // Also plants that are left out say where the water of others goes.
  study.usage.use(...all, ...real.map(({ register }) => register));
  const { links, relinked } = linksOf(all, real);
  const onward = skipping(links, new Set(kept.map(({ code }) => code)));
  const cut = cutDiversions(study, kept, onward);
  return riverFrom(study, kept, onward, relinked, cut);
}

/** Existing plants are there before the study; those still to be built fill first, or start with their first machine. */
function arrival({ deck }: Study, { status, expansion }: Plant): { filling: Month | null; entry: Month } {
  if (status !== 'NE') return { filling: null, entry: 0 };
  const first = Math.min(...(expansion?.machines ?? []).map(({ start }) => start), Number.POSITIVE_INFINITY);
  const filling = expansion?.filling;
  if (!filling || filling.months === 0) return { filling: null, entry: first };
  const start = Math.max(filling.start, deck.general.firstYear * 12 + deck.general.firstMonth - 1);
  return { filling: start, entry: filling.start + filling.months };
}

function linksOf(all: readonly Plant[], real: readonly Plant[]) {
  const links = new Map<number, number | null>(real.map(({ code, downstream }) => [code, downstream || null]));
  const relinked: [string, string][] = [];
  const byCode = new Map(all.map((plant) => [plant.code, plant]));
  const realOf = (code: number): Plant | undefined => {
    const plant = byCode.get(code);
    return plant?.isFictitious ? real.find(({ gauge }) => gauge === plant.gauge) : plant;
  };
  for (const [code, below] of links) if (below !== null) links.set(code, realOf(below)?.code ?? null);
  for (const twin of all.filter(({ isFictitious }) => isFictitious)) {
    const own = real.find(({ gauge }) => gauge === twin.gauge);
    const below = twin.downstream ? realOf(twin.downstream) : undefined;
    if (own === undefined || below === undefined || links.get(own.code) || below.code === own.code) continue;
    links.set(own.code, below.code);
    relinked.push([own.name, below.name]);
  }
  return { links, relinked };
}

/** Water flows past plants that the study does not have. */
function skipping(links: ReadonlyMap<number, number | null>, kept: ReadonlySet<number>): Map<number, number | null> {
  const onward = new Map<number, number | null>();
  for (const code of kept) {
    const passed = new Set<number>();
    let below = links.get(code) ?? null;
    // Links that lead back to themselves end there; each plant is passed once.
    while (below !== null && !kept.has(below)) {
      below = passed.has(below) ? null : (links.get(below) ?? null);
      if (below !== null) passed.add(below);
    }
    onward.set(code, below);
  }
  return onward;
}

/** A plant that on the mean receives less than flows towards it from above is not below it: a tunnel takes the water. */
function cutDiversions({ deck, usage }: Study, kept: readonly Plant[], onward: Map<number, number | null>) {
  const { offset, months } = commonHistory(deck, kept);
  const mean = ({ gauge }: Plant) => {
    let sum = 0;
    for (let k = 0; k < months; k++) sum += deck.flows.at(offset + k, gauge);
    return months === 0 ? 0 : sum / months;
  };
  const cut: [string, string][] = [];
  for (const plant of kept) {
    const above = kept.filter(({ code }) => onward.get(code) === plant.code);
    const natural = mean(plant);
    const increment = above.reduce((rest, upstream) => rest - mean(upstream), natural);
    if (above.length === 0 || increment >= -0.05 * natural) continue;
    for (const upstream of above) {
      onward.set(upstream.code, null);
      cut.push([upstream.name, plant.name]);
      const message = `${upstream.name} is not put above ${plant.name}: its increments would be ${increment.toFixed(0)} of ${natural.toFixed(0)} m³/s on the mean, which describes a diversion`;
      usage.warn('link-cut', message, { origin: upstream.origin, entity: upstream.name });
    }
  }
  return cut;
}

function riverFrom(
  study: Study,
  kept: readonly Plant[],
  onward: ReadonlyMap<number, number | null>,
  relinked: River['relinked'],
  cut: River['cut'],
): River {
  const ids = new Map(kept.map(({ code }, id) => [code, id]));
  const plants = kept.map((plant, id) => {
    const { filling, entry } = arrival(study, plant);
    const below = onward.get(plant.code) ?? null;
    const twice = kept.filter(({ name }) => name === plant.name).length > 1;
    return {
      id,
      name: twice ? `${plant.name} (${plant.code})` : plant.name,
      plant,
      downstream: below === null ? null : ids.get(below)!,
      upstream: kept.filter(({ code }) => onward.get(code) === plant.code),
      entry: plant.status === 'NE' && entry > study.months[0]! ? entry : null,
      filling,
    };
  });
  return { plants, byCode: new Map(plants.map((entry) => [entry.plant.code, entry])), relinked, cut };
}
