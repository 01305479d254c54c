/** What a text denies or only wishes for: each such stretch of it, by the words that open it. */

import { allMatches } from '../../domain/all-matches.js';
import { tokensOf } from '../../domain/tokens.js';
import { fillerWords } from './filler.js';

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
  'without(?! (?:supervision|restriction|help|being|difficulty|issue))',
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
  'ohne(?! (?:aufsicht|anleitung|weiteres|probleme|einträge|mühe))',
  'nunca',
  'jamás',
  'ningun[oa]?|ningún',
  'sin(?! (?:supervisión|limitación|dificultad|ayuda|problemas?))',
  'carezco de',
  'não(?! (?:só|apenas|somente))',
  'nao(?! (?:so|apenas|somente))',
  'jamais',
  'nenhum(?:a)?',
  'sem(?! (?:supervisão|restrições|dificuldade))',
  '(?<=[:–—(-] ?)(?:nada|none|nil|nein|no)(?=\\s*(?:$|[.,;)]))',
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
  '(?:ausgelaufen|ran out|run out|taken away|zurückgegeben|weggenommen|no longer|nicht mehr|ya no|já não|ex-)',
  '(?:beantragt|in planung|in vorbereitung|in bearbeitung|pending|halfway through|part-qualified|en trámite|em tramitação|marcad[oa] para|thinking (?:about|of)|considering|überlege|faltan?(?=.{0,30}(?:asignaturas|créditos))|faltam?(?=.{0,30}(?:cadeiras|disciplinas|créditos)))',
  '(?:by name only|(?:rein|an)geschaut|webinar|tutorial|vi em|lo vi|(?:leave|left) \\p{L}+ to)',
  '(?:abandoned|dropped out|gave up|turned down|rejected|abgebrochen|aufgegeben|durchgefallen|abgelehnt|abandonad[oa]|recusad[oa]|rechazad[oa]|reprovad[oa]|trancad[oa]|dejé|desisti)',
  '(?<!no )(?:caducad[oa]s?|vencid[oa]s?|retirad[oa]s?|revocad[oa]s?|expirad[oa]s?|revogad[oa]s?|suspens[oa]s?|cassad[oa]s?)',
]);

/** Everything after it is wanted, begun or heard of, and not yet had. */
const wishes = cue([
  '(?:looked (?:at|into)|dabbled in|shadowed|worked alongside|attended an? (?:introductory )?(?:talk|lecture|demo)|only (?:know|from|in theory|the basics)|hope(?:s)? to|kein interesse)',
  '(?:nur (?:aus|am rande|theoretisch|oberflächlich|vom)|lediglich|vom hörensagen|schnupper\\p{L}*)',
  '(?:me apunté|sol[oa] (?:nociones|teoría|de)|de oídas|me interesa|pendiente de)',
  '(?:apenas (?:noções|teoria|o básico|de)|tenho interesse|estou a (?:fazer|tirar|estudar)|em formação)',
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
  const ends = /[.;!?\n](?=\s|$)|,(?!\s*(?:19|20)\d\d\b)/g;
  const opened = text.lastIndexOf('(', from) > text.lastIndexOf(')', from) ? text.lastIndexOf('(', from) : from;
  let start = 0;
  for (const { index, 0: mark } of text.slice(0, opened).matchAll(ends)) start = index + mark.length;
  ends.lastIndex = to;
  return [Math.min(start, topicOfColon(text, from) ?? start), ends.exec(text)?.index ?? text.length];
}

/** "Inscrição na DGEG, como técnico: pedido recusado": what stands before a colon is what it speaks of. */
function topicOfColon(text: string, at: number): number | undefined {
  const start = topicStart(text, at);
  return /:\s/.test(text.slice(start, at)) ? start : undefined;
}

/** Most texts hold no such word: one quick look spares three slow ones. */
const mayTell =
  /no|n['’]t|expired|lapsed|revoked|withdrawn|suspended|lost|abgelaufen|entzogen|verloren|erloschen|ungültig|caducad|vencid|retirad|revocad|expirad|revogad|suspens|cassad|except|apart|other than|excluding|assist|secret|report|abgesehen|außer|ausgenommen|salvo|menos|exceto|never|without|lack|cannot|yet|kein|nicht|nie|ohne|nunca|jam|ning|sin|carezco|não|nao|nenhum|sem|want|wish|would|eager|keen|hop|aspir|aim|plan|look|excited|interest|learn|stud|prepar|toward|heard|read|watched|progress|möchte|würde|interess|lern|quiero|quisiera|gusta|aprend|deseo|ganas|quero|gosta|pretend|desejo|applied (?:for|to)|booked on|enrolled|signed up|due to|angemeldet|matriculad|apuntad|aún|todavía|ainda|nada|nil|nein|abandon|drop|gave up|turned|reject|abgebr|aufgeg|durchgef|abgelehnt|recus|rechaz|reprov|tranc|dejé|desist|dabbl|shadow|alongside|attend|only|nur |lediglich|hörensag|schnupper|apunt|sol[oa] |oídas|pendiente|apenas|estou a|em forma|ausgel|ran out|run out|taken away|zurückg|weggen|longer|mehr|ya no|ex-|beantragt|in planung|in vorb|in bearb|pending|halfway|part-q|trámit|tramit|marcad|thinking|consider|überleg|falt|by name|geschaut|webinar|tutorial|vi em|lo vi|leave|left/i;

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
  const topical = denied.map((one) => withTopic(text, one));
  const over = allMatches(text, lapsed).map(({ index, 0: said }): Stretch => {
    const [from, to] = clauseAround(text, index, index + said.length);
    return { stance: 'negated', from, to };
  });
  const wished = allMatches(text, wishes).map(
    ({ index, 0: said }): Stretch =>
      withTopic(text, { stance: 'wished', from: index, to: endOfClause(text, index + said.length) }),
  );
  return [...topical, ...waived, ...over, ...wished];
}

/** What says no more than that something is had, done, held or passed: denied, it speaks of what stands before it. */
const hollow = new Set(
  `experience certificate licence license ticket card training trained course practice practised interest idea used using use
worked done held hold have had speak spoke passed finished completed renewed renew taken tried licensed member far so yet either
talk talks demo lecture spike lesson lessons basics theory year next learn start
erfahrung schein zertifikat kenntnisse praxis interesse prufung kurs bestanden gemacht fertig erneuert verlangert gearbeitet
benutzt verwendet genutzt gelernt absolviert habe hatte kann spreche bisher leider vorhanden eingesetzt besitze kenne vorfuhrung
vortrag buchern theorie lernen wiederholung starke meine ich
experiencia practica conocimientos titulo carne interes hecho terminado termine acabe usado utilizado trabajado tengo hablo
tenido sacado lo he nunca ahora momento todavia nada
experiencia pratica nocoes curso interesse tenho falo feito conclui concluido usei usado trabalhei tirei voltei tentar nada ainda
noite pedido
attend attended introductory short brief aufgefrischt letzter letzte letztes refreshed updated actualizado atualizado`.split(
    /\s+/,
  ),
);

/** What is denied is said before, as the topic: "SAP: none", "memoQ no lo he usado", "Ein Examen habe ich nicht". */
function withTopic(text: string, stretch: Stretch): Stretch {
  const isOfTopic = isHollow(text.slice(stretch.from, stretch.to));
  return isOfTopic ? { ...stretch, from: topicStart(text, stretch.from) } : stretch;
}

/** It names nothing of its own. */
export function isHollow(text: string): boolean {
  return tokensOf(text).every(
    ({ word }) => hollow.has(word) || fillerWords.has(word) || /^\d+$/.test(word) || monthWord.test(word),
  );
}

const monthWord =
  /^(?:jan|feb|mar|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez|ene|fev|abr|ago|set|out|dic)\p{L}*$/u;

/** Back to the sentence where a colon or a bracket stands between; else to the comma. */
function topicStart(text: string, at: number): number {
  const sentence = Math.max(-1, ...[...text.slice(0, at).matchAll(/[.;!?\n](?=\s)/g)].map(({ index }) => index)) + 1;
  const before = text.slice(sentence, at);
  if (/:\s|\(/.test(before)) return sentence;
  let start = text.lastIndexOf(', ', at - 1);
  // "Ersthelfer, letzter Kurs 2015, nicht aufgefrischt": what names nothing between commas is passed over.
  while (start > sentence && isHollow(text.slice(start, at))) start = text.lastIndexOf(', ', start - 1);
  return Math.max(sentence, start + 1);
}

export function stanceAt(stretches: readonly Stretch[], from: number, to: number): 'asserted' | Stretch['stance'] {
  return stretches.find((one) => one.from <= from && to <= one.to)?.stance ?? 'asserted';
}
