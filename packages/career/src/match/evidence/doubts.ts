/** Second looks at what was called met: training that is not finished, a level or a position that is not reached. */
import type { ExperienceAtom } from '../../domain/atom.js';
import type { ClaimIndex } from '../claim-index.js';
import { shortOf } from '../short-of.js';
import { isUnderWay, isUnfinished, isYetToCome, takesUnfinished } from '../unfinished.js';
import type { Judged } from './judge.js';

const textOf = (index: ClaimIndex, atom: number) =>
  `${index.atoms[atom]?.title ?? ''} ; ${index.atoms[atom]?.claim ?? ''}`;

/** Met by what is under way is met in part, unless other claims show it finished. */
export function onceFinished(
  text: string,
  judged: Judged,
  index: ClaimIndex,
  again: (among: ReadonlySet<number>) => Judged,
): Judged {
  const shown = judged.credits.map(({ atom }) => textOf(index, atom));
  const names = judged.credits.map(({ evidence }) => evidence.atom);
  const isLater = (atom: number, name?: string) => isYetToCome(index.atoms[atom]?.claim ?? '', index.year, name);
  const allLater =
    judged.credits.length > 0 &&
    !takesUnfinished(text) &&
    judged.credits.every(({ atom, evidence }) => isLater(atom, evidence.atom));
  if (judged.verdict !== 'met' || !(allLater || isUnfinished(text, shown, names))) return judged;
  const done = index.atoms.flatMap((_, atom) => (isUnderWay(textOf(index, atom)) || isLater(atom) ? [] : [atom]));
  const other = again(new Set(done));
  return other.verdict === 'met'
    ? other
    : { ...judged, verdict: 'partly', coverage: Math.min(judged.coverage, 0.65), note: 'It is not finished yet.' };
}

const asksForWork = /experien|erfahrung|berufspraxis|vivência/i;
const studied: ReadonlySet<string | undefined> = new Set(['education', 'certificate']);

/** Who asks for experience is not shown it by what was studied. */
export function onceWorked(
  text: string,
  judged: Judged,
  { atoms }: ClaimIndex,
  again: (among: ReadonlySet<number>) => Judged,
): Judged {
  const isStudy = ({ atom }: { readonly atom: number }) => studied.has(atoms[atom]?.kind);
  if (judged.verdict !== 'met' || !asksForWork.test(text) || !judged.credits.some(isStudy)) return judged;
  const isDegree = judged.credits.some(({ evidence }) => evidence.kind === 'degree');
  if (isDegree || !atoms.some(({ kind }) => kind === 'work')) return judged;
  const other = again(new Set(atoms.flatMap((atom, at) => (studied.has(atom.kind) ? [] : [at]))));
  return other.verdict === 'met'
    ? other
    : {
        ...judged,
        verdict: 'partly',
        coverage: Math.min(judged.coverage, 0.65),
        note: 'It was studied; work is not shown.',
      };
}

/** "La tiene mi hermano, yo voy de tripulante": a sentence, and no list of what it consists of. */
const ofSomebody =
  /^(?:the|it|i|my|nobody|someone|ich|es|mein\p{L}*|la|lo|yo|me|mi|se|eu|meu|minha|quem|que|who)\s+\p{Ll}/u;

const remark = /^[^:,;]{2,40}:\s+(.*)$/su;
const assures =
  /\d|(?<!\p{L})(?:since|daily|every|regular\w*|seit|täglich\w*|regelmäßig\w*|sicher\w*|gut|sehr|jede[nrs]?|desde|diari[oa]\w*|cada|todos|todas|há|buen[oa]?|bom|boa|fluent\w*|fließend|nativ\w*|mutter\w*|advanced|avan[zç]ad[oa]|experte?\w*|certificad[oa]\w*|zertifi\w*|certified|certificate|(?:full|clean|uk|eu) (?:driving )?licen[cs]e|passed|bestanden|abgeschlossen\w*|aprobad[oa]|aprovad[oa]|concluíd[oa]|completed|terminad[oa])(?!\p{L})/iu;
const listed: ReadonlySet<string | undefined> = new Set(['skill', 'certificate', 'education']);

/** In a list, a thing with a remark of its own ("HubSpot: Testzugang") is had only where the remark assures it. */
function isRemarked({ kind, claim }: ExperienceAtom): boolean {
  const said = remark.exec(claim)?.[1];
  return (
    listed.has(kind) &&
    said !== undefined &&
    !assures.test(said) &&
    /\p{Ll}/u.test(said) &&
    (!/,/.test(said) || ofSomebody.test(said))
  );
}

/** "A levels: Business": what it was in, and no remark. */
const isSubject = (atom: ExperienceAtom | undefined) =>
  /^\p{Lu}[\p{L}-]+$/u.test(remark.exec(atom?.claim ?? '')?.[1] ?? '');

export function onceAssured(
  judged: Judged,
  { atoms }: ClaimIndex,
  again: (among: ReadonlySet<number>) => Judged,
): Judged {
  const isOdd = (atom: number) => isRemarked(atoms[atom] as ExperienceAtom);
  const isShown = judged.credits.some(
    ({ atom, evidence }) =>
      evidence.kind !== 'language' && !(evidence.kind === 'degree' && isSubject(atoms[atom])) && isOdd(atom),
  );
  if (judged.verdict !== 'met' || !isShown) return judged;
  const other = again(new Set(atoms.flatMap((_, at) => (isOdd(at) ? [] : [at]))));
  return other.verdict === 'met'
    ? other
    : {
        ...judged,
        verdict: 'partly',
        coverage: Math.min(judged.coverage, 0.65),
        note: 'It is listed with a reservation.',
      };
}

/** Met at a lower level or in a lower position than the one asked for is met in part. */
export function withinReach(text: string, judged: Judged, index: ClaimIndex): Judged {
  if (judged.verdict !== 'met') return judged;
  const said = (atom: number) => textOf(index, atom);
  const note = shortOf(
    text,
    judged.credits.map(({ atom }) => said(atom)),
    () => index.atoms.flatMap((_, atom) => (index.isAsserted(atom) ? [said(atom)] : [])),
    judged.credits.map(({ evidence }) => evidence.atom),
  );
  return note === undefined
    ? judged
    : { ...judged, verdict: 'partly', coverage: Math.min(judged.coverage, 0.65), note };
}
