/**
 * What one file says of plants and its partner does not: the official program goes on, and so does an import, but a file that
 * was cut looks just like this.
 */
import type { Origin } from '../readers/line.js';
import { blankDoubts } from './blank-doubts.js';
import type { Deck } from './deck.js';
import { type Doubt, without } from './doubt.js';
import { lastLine } from './gaps.js';
import { interchangeDoubts, limitDoubts } from './limit-doubts.js';
import { implausible } from './plausible.js';
import { repeatedLines } from './repeated-lines.js';
import { incompleteTables } from './table-doubts.js';

export const doubtsOf = (deck: Deck): Doubt[] => [
  ...hydroDoubts(deck),
  ...thermalDoubts(deck),
  ...interchangeDoubts(deck),
  ...limitDoubts(deck),
  ...incompleteTables(deck),
  ...penaltyDoubts(deck),
  ...blankDoubts(deck),
  ...repeatedLines(deck),
  ...implausible(deck),
];

const plantsIn = (records: readonly { origin: Origin; plant: number }[]) =>
  records.map(({ origin, plant }) => ({ origin, code: plant }));

const grows = ({ status }: { status: string }) => status === 'NE' || status === 'EE';

function hydroDoubts({ plants, modifications, expansions, reservoirs, electrical, ...deck }: Deck): Doubt[] {
  const inSets = electrical.sets.flatMap(({ origin, plants: all }) =>
    all.flatMap((code) => (code === null ? [] : [{ origin, code }])),
  );
  const modified = plants.filter((plant) => plant.modified === 1);
  const fed = plants.map(({ origin, reservoir }) => ({ origin, code: reservoir }));
  const named = [modifications, expansions, deck.withdrawals, deck.minimumGeneration].map(plantsIn);
  return [
    ...[...named, inSets].flatMap((entries) => without(entries, plants, 'a hydro plant of this code', 'CONFHD')),
    ...without(modified, plantsIn(modifications), 'changes of this plant', 'MODIF'),
    ...without(plants.filter(grows), plantsIn(expansions), 'machines of this plant', 'EXPH'),
    ...without(reservoirs, fed, 'a plant of this reservoir', 'CONFHD'),
  ];
}

function thermalDoubts({ thermals, thermalData, thermalChanges, maintenance, anticipated, costs }: Deck): Doubt[] {
  const named = [thermalData, thermalChanges, maintenance, plantsIn(anticipated)];
  return [
    ...named.flatMap((entries) => without(entries, thermals, 'a thermal plant of this code', 'CONFT')),
    ...without(thermals.filter(grows), thermalChanges, 'changes of this plant', 'EXPT'),
    ...without(costs.temporary, costs.classes, 'this class', 'CLAST'),
  ];
}

/** A rule that some plant has and no price of its reservoir: the case takes another reservoir's, or that of deficit. */
function penaltyDoubts(deck: Deck): Doubt[] {
  const { plants, withdrawals, minimumGeneration, files } = deck;
  if (!files.some(({ key }) => key === 'PENALID')) return [];
  const having = (records: readonly { plant: number }[]) =>
    plants.filter(({ code }) => records.some(({ plant }) => plant === code)).map(({ reservoir }) => reservoir);
  return [
    ...unpriced(deck, 'DESVIO', having(withdrawals)),
    ...unpriced(deck, 'GHMIN', having(minimumGeneration)),
    ...(deck.penalties.some(({ keyword }) => keyword === 'VAZMIN') ? [] : unpriced(deck, 'VAZMIN', [null])),
  ];
}

function unpriced(deck: Deck, keyword: string, reservoirs: readonly (number | null)[]): Doubt[] {
  const given = deck.penalties.filter((penalty) => penalty.keyword === keyword);
  const isPriced = (code: number | null) => given.some(({ reservoir }) => reservoir === null || reservoir === code);
  const missing = reservoirs.find((code) => !isPriced(code));
  if (missing === undefined) return [];
  const origin = lastLine(deck, 'PENALID');
  const of = missing === null ? keyword : `${keyword} for reservoir ${missing}`;
  const message = `${origin.file}, line ${origin.line}: expected a price of ${of}, found none; the file may have been cut`;
  return [{ code: 'no-price', origin, message }];
}
