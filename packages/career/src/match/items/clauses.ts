/** What a text denies or only wishes for: each such stretch of it, by the words that open it. */

import { allMatches } from '../../domain/all-matches.js';

export interface Stretch {
  readonly stance: 'negated' | 'wished';
  readonly from: number;
  readonly to: number;
}

const cue = (parts: readonly string[]) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${parts.join('|')})(?![\\p{L}])`, 'giu');

/** Everything after it, up to the end of the clause, is not so. */
const denies = cue([
  'no(?! (?:less|more|fewer|later|criminal|sponsorship|visa|points|problem|menos|mas|más|solo|sólo|mínimo)\\b|\\.)',
  'not(?! (?:only|limited|just|less))',
  'never',
  'without(?! (?:supervision|restriction|help))',
  'lack(?:s|ing)?(?: of)?',
  'nor',
  "(?:do|did|have|has|had|can|could|am|is|are|was|were)n[’']t",
  'cannot',
  'yet to',
  '(?:except|apart from|other than|excluding)(?: for)?',
  '(?:assistant|secretary|reporting|reported|reports) to',
  'abgesehen von|außer(?!dem|halb)|ausgenommen',
  '(?:excepto|salvo|exceto|menos) (?=\\p{L})',
  'kein(?:e|en|er|em|es)?',
  'nicht(?! nur)',
  'noch nie',
  'nie(?:mals)?',
  'ohne(?! (?:aufsicht|anleitung|weiteres))',
  'nunca',
  'jamás',
  'ningun[oa]?|ningún',
  'sin(?! (?:supervisión|limitación))',
  'carezco de',
  'não(?! (?:só|apenas|somente))',
  'nao(?! (?:so|apenas|somente))',
  'jamais',
  'nenhum(?:a)?',
  'sem(?! (?:supervisão|restrições))',
]);

/** Everything before it in the clause is not asked for. */
const waives = cue([
  '(?:is|are) not (?:required|necessary|needed|essential|a requirement|expected)',
  'not (?:required|necessary|needed)',
  'nicht (?:erforderlich|notwendig|nötig|vorausgesetzt)',
  'kein muss',
  'no (?:es|son|se) (?:necesari[oa]s?|requier[ea]n?|requiere|imprescindibles?|obligatori[oa]s?)',
  'não (?:é|são) (?:necessári[oa]s?|obrigatóri[oa]s?|exigid[oa]s?)',
]);

/** The paper is not in force any more, whatever stands on either side of it in the clause. */
const lapsed = cue([
  '(?<!(?:not|never|un)[ -])(?:expired|lapsed|revoked|withdrawn|suspended)',
  'lost (?:my|his|her|the) licen[cs]e',
  '(?<!nicht )(?:abgelaufen\\p{L}*|entzogen\\p{L}*|verloren|erloschen\\p{L}*|ungültig\\p{L}*)',
  '(?:noch nicht|not yet|aún no|todavía no|ainda não)(?: (?:gemacht|abgeschlossen|vorhanden|erworben|absolviert|done|taken|obtained|held|hecho|obtenido|sacado|feito|tirado|obtido|concluíd[oa]))?(?=\\s*(?:$|[.,;!)]))',
  '(?<=[:–—-] ?)(?:nein|none|no|keine?r?|não|ninguno|nenhum)(?=\\s*$)',
  '(?<!no )(?:caducad[oa]s?|vencid[oa]s?|retirad[oa]s?|revocad[oa]s?|expirad[oa]s?|revogad[oa]s?|suspens[oa]s?|cassad[oa]s?)',
]);

/** Everything after it is wanted, begun or heard of, and not yet had. */
const wishes = cue([
  'wants? to',
  'wish(?:es|ing)? to',
  'would (?:like|love) to',
  '(?:eager|keen|hoping|hope|aspiring|aiming|planning|plan|looking|excited) to',
  'interest(?:ed)? in',
  'aspiring',
  '(?:currently|now|am|just started|started|still) (?:learning|studying)',
  'learning the basics of',
  // At the head of a sentence: elsewhere machines and people with disabilities are spoken of.
  '(?<=^|[.;!?]\\s)learning(?! (?:disab|difficult|support|and|outcome|environment|need|resource|material|platform|management|development))',
  'studying (?:for|towards)',
  'preparing for',
  'working towards',
  '(?:heard|read|watched [\\p{L} ]{0,20}videos?) (?:of|about|on)',
  'in progress',
  'willing to learn',
  '(?:have |has )?applied (?:for|to)(?= (?:the|a|an|my)\\b)',
  '(?:booked|enrolled|signed up) (?:on|onto|for|in)(?= (?:the|a|an|my)\\b)',
  'due to (?:start|take|sit|complete)',
  'angemeldet (?:für|zu[mr]?)',
  'matriculad[oa] en|apuntad[oa] (?:a|al)',
  'gostava de',
  'möchte',
  'würde gern(?:e)?',
  'interess(?:e|iere mich|iert) (?:an|für)',
  'lerne (?:gerade|derzeit|zurzeit|aktuell)',
  'plane',
  'will (?=[\\p{L} ]*lernen)',
  'quiero',
  'quisiera',
  'me gustaría',
  'interesad[oa] en',
  'interés (?:en|por)',
  '(?:estoy )?aprendiendo',
  'actualmente estudi[oa]',
  'deseo aprender',
  'con ganas de',
  'quero',
  'gostaria',
  'interess(?:e|ad[oa]) (?:em|por)',
  'aprendendo',
  'a aprender',
  'pretendo',
  'desejo aprender',
]);

/** Where a clause ends: "but", and whatever parts sentences. A comma ends what is denied unless the list goes on with "or". */
const clauseEnd =
  /[.;!?](?=\s|$)|[\n()]|\s[–—-]\s|(?<![\p{L}])(?:but|however|although|though|aber|jedoch|sondern|pero|sino|aunque|mas|porém|embora)(?![\p{L}])/giu;

function endOfClause(text: string, from: number): number {
  clauseEnd.lastIndex = from;
  const hard = clauseEnd.exec(text)?.index ?? text.length;
  const comma = text.indexOf(',', from);
  if (comma < 0 || comma > hard) return hard;
  const rest = text.slice(comma, hard);
  return /,[^,]*\b(?:or|oder|o|ou|nor|ni|nem)\b/i.test(rest) && rest.length < 60 ? hard : comma;
}

function startOfClause(text: string, to: number): number {
  let start = 0;
  for (const { index, 0: mark } of text.slice(0, to).matchAll(clauseEnd)) start = index + mark.length;
  return start;
}

/** "Forklift (expired)", "First aid - lapsed": brackets and dashes do not part a paper from what became of it. */
function clauseAround(text: string, from: number, to: number): readonly [number, number] {
  const ends = /[.;!?\n](?=\s|$)|,/g;
  let start = 0;
  for (const { index, 0: mark } of text.slice(0, from).matchAll(ends)) start = index + mark.length;
  ends.lastIndex = to;
  return [start, ends.exec(text)?.index ?? text.length];
}

/** Most texts hold no such word: one quick look spares three slow ones. */
const mayTell =
  /no|n['’]t|expired|lapsed|revoked|withdrawn|suspended|lost|abgelaufen|entzogen|verloren|erloschen|ungültig|caducad|vencid|retirad|revocad|expirad|revogad|suspens|cassad|except|apart|other than|excluding|assist|secret|report|abgesehen|außer|ausgenommen|salvo|menos|exceto|never|without|lack|cannot|yet|kein|nicht|nie|ohne|nunca|jam|ning|sin|carezco|não|nao|nenhum|sem|want|wish|would|eager|keen|hop|aspir|aim|plan|look|excited|interest|learn|stud|prepar|toward|heard|read|watched|progress|möchte|würde|interess|lern|quiero|quisiera|gusta|aprend|deseo|ganas|quero|gosta|pretend|desejo|applied (?:for|to)|booked on|enrolled|signed up|due to|angemeldet|matriculad|apuntad|aún|todavía|ainda/i;

/** Whether wishes count is for the reader to say: "interest in logistics" is a thing that postings ask for. */
export function stretchesOf(text: string, side: 'requirement' | 'claim'): readonly Stretch[] {
  if (last?.text !== text || last.side !== side) last = { text, side, stretches: stretchesIn(text, side) };
  return last.stretches;
}

/** A claim is read for its names and for its words, one right after the other. */
let last: { readonly text: string; readonly side: string; readonly stretches: readonly Stretch[] } | undefined;

function stretchesIn(text: string, side: 'requirement' | 'claim'): Stretch[] {
  if (!mayTell.test(text)) return [];
  const denied = allMatches(text, denies).map(
    ({ index, 0: said }): Stretch => ({ stance: 'negated', from: index, to: endOfClause(text, index + said.length) }),
  );
  const waived = allMatches(text, waives).map(
    ({ index, 0: said }): Stretch => ({
      stance: 'negated',
      from: startOfClause(text, index),
      to: index + said.length,
    }),
  );
  if (side === 'requirement') return [...denied, ...waived];
  const over = allMatches(text, lapsed).map(({ index, 0: said }): Stretch => {
    const [from, to] = clauseAround(text, index, index + said.length);
    return { stance: 'negated', from, to };
  });
  const wished = allMatches(text, wishes).map(
    ({ index, 0: said }): Stretch => ({ stance: 'wished', from: index, to: endOfClause(text, index + said.length) }),
  );
  return [...denied, ...waived, ...over, ...wished];
}

export function stanceAt(stretches: readonly Stretch[], from: number, to: number): 'asserted' | Stretch['stance'] {
  return stretches.find((one) => one.from <= from && to <= one.to)?.stance ?? 'asserted';
}
