/** How far claims give what one thing of a requirement asks for. */
import type { NamedThing } from '../../domain/parsed-item.js';
import { coversClasses, coversRegions } from '../items/papers.js';
import { conceptCredits } from './concept-credits.js';
import { type Asking, type Credit, credit, credits, type Thing } from './credit.js';
import { phraseCredits } from './phrase-credits.js';

/** All credits that claims earn for a thing; the caller takes the best and unites the rest. */
export function creditsFor(thing: NamedThing, asking: Asking): Credit[] {
  const { among } = asking;
  const all = creditsOf(thing, asking);
  return among === undefined ? all : all.filter(({ atom }) => among.has(atom));
}

function creditsOf(thing: NamedThing, asking: Asking): Credit[] {
  switch (thing.kind) {
    case 'concept':
      return conceptCredits(thing, asking);
    case 'phrase':
      return phraseCredits(thing, asking);
    case 'language':
      return asking.index
        .others('language')
        .filter((own) => own.thing.language === thing.language)
        .map((own) =>
          credit(
            thing,
            own,
            'language',
            languageCredit(thing.level, own.thing.level),
            levelNote(thing.level, own.thing.level),
          ),
        );
    case 'driving_licence':
      return asking.index
        .others('driving_licence')
        .map((own) =>
          credit(
            thing,
            own,
            'paper',
            coversClasses(own.thing.classes, thing.classes, asking.anyClass) ? 1 : credits.otherPaper,
          ),
        );
    case 'work_right':
      return asking.index
        .others('work_right')
        .map((own) =>
          credit(thing, own, 'paper', coversRegions(own.thing.regions, thing.regions) ? 1 : credits.otherPaper),
        );
    case 'degree':
      return asking.index
        .others('degree')
        .map((own) => credit(thing, own, 'degree', reaches(own.thing, thing) ? 1 : shortDegree(own.thing)));
    case 'place':
      return [
        ...asking.index
          .others('place')
          .map((own) => credit(thing, own, 'place', own.thing.place === thing.place ? 1 : credits.otherPaper)),
        ...asking.index.naming('relocation').map((own) => credit(thing, own, 'place', 1, 'would move there')),
      ];
    case 'pay':
      return asking.index
        .others('pay')
        .map((own) => credit(thing, own, 'pay', paysEnough(thing, own.thing) ? 1 : credits.otherPaper));
  }
}

/** What is wanted lies within what is offered. */
function paysEnough(offered: Thing<'pay'>, wanted: Thing<'pay'>): boolean {
  return (wanted.least ?? 0) <= (offered.most ?? offered.least ?? 0);
}

function languageCredit(asked: number | undefined, own: number | undefined): number {
  if (asked === undefined) return own === undefined || own >= 2 ? 1 : credits.lowerLevel;
  if (own === undefined) return asked <= 2 ? 1 : credits.lowerLevel;
  return own >= asked
    ? 1
    : own === asked - 1 && asked === 5 && own === 4
      ? credits.lowerLevel
      : credits.lowerLevel - 0.05 * (asked - own - 1);
}

function levelNote(asked: number | undefined, own: number | undefined): string | undefined {
  if (asked === undefined || (own !== undefined && own >= asked)) return undefined;
  return own === undefined ? 'the level is not said' : 'the level is lower';
}

/** Who learned a trade need not have left school with what opens the universities. */
const opensUniversities = /abitur|hochschulreife|a[- ]levels?|matura|bachillerato/i;
/** A course after the first degree, which is no master's degree where both are known. */
const course = /^(?:p[óo]s|posgrado|especiali[zs])/i;

export const reaches = (own: Thing<'degree'>, asked: Thing<'degree'>) =>
  own.rank >= asked.rank &&
  (asked.rank !== master || !course.test(own.words) || course.test(asked.words)) &&
  (!opensUniversities.test(asked.words) || own.rank >= bachelor || opensUniversities.test(own.words));

const bachelor = 3;
const master = 4;

export const shortDegree = ({ rank }: Thing<'degree'>) =>
  rank >= bachelor ? credits.lowerDegree : credits.otherSchool;
