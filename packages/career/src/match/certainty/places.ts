/** Where in a claim the words of a credit stand. */
import type { ExperienceAtom } from '../../domain/atom.js';
import { sameWord } from '../../domain/stems.js';
import { tokensOf } from '../../domain/tokens.js';
import type { Credit } from '../credit/credit.js';

export interface Place {
  readonly text: string;
  readonly at: readonly [number, number];
  /** It stands in the title, with the name of the employer. */
  readonly isTitle: boolean;
}

/** In the claim, else in its title; undefined where nothing of it is found, as with years that were counted. */
export function placeOf({ evidence }: Credit, atom: ExperienceAtom): Place | undefined {
  const { atom_span: span, atom_text: where } = evidence;
  const title = [atom.title, atom.role?.title ?? ''].filter(Boolean).join(' ; ');
  if (span !== undefined)
    return {
      text: where === 'title' ? title : atom.claim,
      at: span,
      isTitle: where === 'title' || atom.claim === atom.title,
    };
  return wordIn(atom.claim, evidence.atom, false) ?? wordIn(title, evidence.atom, true);
}

function wordIn(text: string, said: string, isTitle: boolean): Place | undefined {
  const words = tokensOf(said).map(({ word }) => word);
  const found = tokensOf(text).filter(({ word }) => words.some((one) => one === word || sameWord(one, word)));
  const [first, last] = [found[0], found.at(-1)];
  return first === undefined || last === undefined ? undefined : { text, at: [first.from, last.to], isTitle };
}
