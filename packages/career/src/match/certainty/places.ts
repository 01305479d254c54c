/** Where in a claim the words of a credit stand. */
import type { ExperienceAtom } from '../../domain/atom.js';
import { sameWord } from '../../domain/stems.js';
import { type Token, tokensOf } from '../../domain/tokens.js';
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
  const found = tokensOf(text).flatMap((token) => {
    const at = words.findIndex((one) => one === token.word || sameWord(one, token.word));
    return at < 0 ? [] : [{ token, at }];
  });
  const [first, last] = closest(found);
  return first === undefined || last === undefined ? undefined : { text, at: [first.from, last.to], isTitle };
}

interface Said {
  readonly token: Token;
  /** Which of the words it is. */
  readonly at: number;
}

/** The shortest stretch with as many of the words as there are: "CeMAP 1 passed", and not on to where CeMAP 2 is planned. */
function closest(found: readonly Said[]): readonly (Token | undefined)[] {
  const all = new Set(found.map(({ at }) => at)).size;
  let best: readonly (Token | undefined)[] = [];
  let least = Number.POSITIVE_INFINITY;
  found.forEach(({ token: from }, start) => {
    const held = new Set<number>();
    const end = found.findIndex(({ at }, n) => n >= start && held.add(at).size === all);
    const to = found[end]?.token;
    if (to === undefined || to.to - from.from >= least) return;
    least = to.to - from.from;
    best = [from, to];
  });
  return best;
}
