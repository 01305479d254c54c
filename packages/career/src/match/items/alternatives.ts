/** Which of the things a text names are all asked for, and of which one is enough. */
import type { NamedThing } from '../../domain/parsed-item.js';
import { namesSomebody } from '../person-names.js';
import type { Found } from './found.js';
import { foldedInPlace } from './papers.js';

type Link = 'or' | 'and' | 'comma' | 'examples' | 'none';

const orWords =
  /(?:^|[\s(])(?:or|oder|bzw\.?|beziehungsweise|o|u|ou|and\/or|und\/oder|y\/o|e\/ou|alternatively|wahlweise)(?:$|[\s)])|\/|(?:^|\s)(?:or|oder|o|ou)\s/;
const exampleWords =
  /\b(?:such as|e\.g|for example|like|including|z\. ?b|zum beispiel|wie|etwa|insbesondere|como|por ejemplo|p\. ?ej|por exemplo|p\. ?ex|tais como|tales como|similar to|eg)\b|\($/;
const andWords = /(?:^|\s)(?:and|und|sowie|y|e|&|as well as|plus|including)(?:\s|$)/;

/** "Küchenmeister/in (IHK)", "jurado/a": forms of one word are no alternatives. */
const forms = /^(?:[/*:_-]+|\()-?(?:innen|in|r|n|e|a|o|as|os|es|frau|mann|kauffrau|-in)(?:\)|(?![\p{L}]))/u;

function linkBetween(joining: string): Link {
  const gap = joining.replace(forms, '');
  if (orWords.test(gap)) return 'or';
  if (exampleWords.test(gap.trim()) || /\(\s*$/.test(gap)) return 'examples';
  if (/^\s*,\s*$/.test(gap)) return 'comma';
  return andWords.test(gap) ? 'and' : 'none';
}

/** A comma means what the list ends with: "A, B or C" and "A, B or something like it" offer, "A, B and C" demands. */
function resolved(links: readonly Link[], ending: Link): Link[] {
  const out = [...links];
  let insideExamples = false;
  for (let at = 0; at < out.length; at++) {
    if (out[at] === 'examples') insideExamples = true;
    else if (out[at] === 'none') insideExamples = false;
    else if (insideExamples) out[at] = 'or';
    else if (out[at] === 'comma') {
      let next = at;
      while (out[next] === 'comma') next += 1;
      out[at] = (next === out.length ? ending : out[next]) === 'or' ? 'or' : 'and';
    }
  }
  return out.map((link) => (link === 'examples' ? 'or' : link));
}

/** Right after the last name: "or similar", "o. ä.", "ou outro". */
const openEnd = /^,? (?:or|oder|o|ou) (?=\p{L})/u;

export function groupsOf(text: string, found: readonly Found[]): NamedThing[][] {
  const folded = foldedInPlace(text);
  const links = resolved(
    found.slice(1).map((next, n) => {
      const before = found[n];
      if (before === undefined) return 'none';
      // The same words may name two concepts: one of them is enough.
      if (next.thing.span[0] < before.thing.span[1] && next.at === before.at) return 'or';
      const gap = folded.slice(before.thing.span[1], next.thing.span[0]);
      // "Moodle como docente": as what somebody works is no example of it.
      return /\bcomo\b/.test(gap) && namesSomebody(next.thing.words) ? 'none' : linkBetween(gap);
    }),
    linkBetween(openEnd.exec(folded.slice(found.at(-1)?.thing.span[1] ?? 0))?.[0] ?? ''),
  );
  const groups: NamedThing[][] = [];
  found.forEach(({ thing }, n) => {
    if (n > 0 && links[n - 1] === 'or') groups.at(-1)?.push(thing);
    else groups.push([thing]);
  });
  return groups;
}
