/** The parts of a requirement that may ask for a degree, which takes the fields named after it. */
import type { NamedThing, ParsedItem } from '../../domain/parsed-item.js';
import { type Asking, credits, enough } from '../credit/credit.js';
import { creditsFor } from '../credit/credits-for.js';
import { degreeCredits } from '../credit/degree-credits.js';
import { bestOf, type Part, partOf } from './parts.js';

const betweenDegreeAndExperience =
  /experien|erfahrung|years|jahre|\banos\b|knowledge|kenntnis|conocimient|conhecimento/i;

/** Each group of the requirement with the best that claims give for it; a degree takes the fields named after it. */
export function partsOf(item: ParsedItem, asking: Asking): Part[] {
  const degrees = item.all_of.flatMap(({ any_of }) => any_of.filter((thing) => thing.kind === 'degree'));
  const [first] = [...degrees].sort((a, b) => a.rank - b.rank);
  if (first === undefined) return item.all_of.map(({ any_of }) => partOf(any_of, asking, item));
  const isField = (thing: NamedThing) =>
    ((thing.kind === 'concept' && !thing.credential) || thing.kind === 'phrase') &&
    !betweenDegreeAndExperience.test(
      item.text.slice(Math.min(first.span[1], thing.span[0]), Math.max(first.span[0], thing.span[0])),
    );
  const fields = item.all_of.flatMap(({ any_of }) => any_of.filter(isField));
  const orSimilar =
    /related|similar|comparable|equivalent|relevant|vergleichbar|verwandt|ähnlich|einschlägig|afín|afin|equivalente|correlat|semelhante/i.test(
      item.text,
    );
  const orExperience = /\b(?:or|oder|o|ou)\b.*(?:experien|erfahrung)/i.test(item.text);
  const earned = degreeCredits(first, fields, asking, orSimilar);
  const byWork = orExperience
    ? fields.flatMap((field) => creditsFor(field, asking)).filter((one) => one.credit >= enough)
    : [];
  const without = fields
    .flatMap((field) => creditsFor(field, asking))
    .map((one) => ({
      ...one,
      credit: Math.min(one.credit, first.rank > 2 ? credits.profession : credits.otherSchool),
    }));
  const best = bestOf([...earned, ...byWork, ...without]);
  const rest = item.all_of
    .map(({ any_of }) => any_of.filter((thing) => thing.kind !== 'degree' && !isField(thing)))
    .filter((group) => group.length > 0);
  return [
    {
      weight: 1,
      credit: best?.credit ?? 0,
      isPhrase: false,
      isHead: false,
      isJoined: false,
      isGate: false,
      best: best ? [best] : [],
    },
    ...rest.map((group) => partOf(group, asking, item)),
  ];
}
