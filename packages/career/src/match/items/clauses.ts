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

/** Signs that no other of the four languages has. */
const portuguese =
  '(?:[ãõç]|(?<!\\p{L})(?:registr?o|em|ao|da|dos|das|uma|com|pelo|pela|dia a dia|há|só|também|até)(?!\\p{L}))';

/** Everything after it, up to the end of the clause, is not so. */
const denies = cue([
  // Portuguese says "no" where others say "in the": "registro no ministério".
  `(?<!${portuguese}.*)no(?! (?:less|more|fewer|later|criminal|sponsorship|visa|points|problem|menos|mas|más|solo|sólo|mínimo)\\b|\\.)(?!.*${portuguese})`,
  'not(?! (?:only|limited|just|less))',
  'never',
  'without(?! (?:supervision|restriction|help|being|difficulty|issue))',
  'lack(?:s|ing)?(?: of)?',
  'nor',
  "(?:do|did|have|has|had|can|could|am|is|are|was|were)n[’']t",
  'cannot',
  'yet to',
  '(?:except|apart from|other than|excluding)(?: for)?',
  '(?:assistant|secretary) to',
  '(?:reporting|reported|reports) to(?= (?:the |a |our )?(?:\\p{L}+ ){0,2}(?:manager|director|head|lead|ceo|cfo|cto|partner|owner|board|chef|supervisor|officer|president))',
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
  '(?:beantragt|in planung|in vorbereitung|in bearbeitung|pending|halfway through|part-qualified|en trámite|em tramitação|marcad[oa] para|thinking (?:about|of)|considering|überlege|(?:me )?faltan?(?=.{0,30}(?:asignaturas?|créditos|módulos?|exámen|tfg|tfm|prácticas))|faltam?(?=.{0,30}(?:cadeiras?|disciplinas?|créditos|módulos?|exames?))|tranquei|fehl(?:t|en) (?:mir )?noch|still (?:need|missing))',
  '(?:nein danke|test(?:zugang|version|lizenz)|probe(?:version|monat)|free trial|trial (?:version|account)|versión de prueba|versão de teste|by name only|(?:rein|an)geschaut|webinar|tutorial|vi em|lo vi|(?:leave|left) \\p{L}+ to)',
  '(?:on (?:my|the) (?:wish|to-do) list|not (?:my thing|for me)|no es lo mío|nicht mein ding|não é (?:comigo|para mim))',
  '(?:candidatura (?:entregue|submetida|apresentada)|application (?:submitted|pending|sent)|awaiting (?:the )?(?:board|result|decision)|solicitud presentada|steht noch aus|ausstehend|nada (?:de )?profi[sc]+ional|nothing professional|nichts berufliches)',
  '(?:(?:have |has )?forgotten|(?:wieder )?vergessen|olvidad[oa]|esqueci|(?:only |just )?(?:at|from) (?:school|college|university|uni)(?= only|\\s*(?:$|[.,;])) ?(?:only)?|(?:nur )?(?:aus|in) der (?:berufs)?schule(?=\\s*(?:$|[.,;]))|na faculdade|en la (?:carrera|facultad)(?=\\s*(?:$|[.,;])))',
  '(?:abandoned|dropped out|failed(?= (?:twice|it|the exam|the test)|$)|gave up|turned down|rejected|abgebrochen|aufgegeben|durchgefallen|nicht (?:bestanden|abgelegt)|abgelehnt|abandonad[oa]|recusad[oa]|rechazad[oa]|reprovad[oa]|trancad[oa]|dejé|desisti)',
  '(?<!no )(?:caducad[oa]s?|vencid[oa]s?|retirad[oa]s?|revocad[oa]s?|expirad[oa]s?|revogad[oa]s?|suspens[oa]s?|cassad[oa]s?)',
]);

/** "Alemán ninguno", "Spanisch keine": said of the item right before it, and of nothing else in the list. */
const hasNone = cue(['(?<=\\p{L} )(?:ningun[oa]|nenhuma?|keine?s?|none|nil|nada|gar nicht)(?=\\s*(?:$|[.,;)]))']);

/** Everything after it is wanted, begun or heard of, and not yet had. */
const wishes = cue([
  '(?:looked (?:at|into)|dabbled in|shadowed|worked alongside|attended an? (?:introductory )?(?:talk|lecture|demo)|only (?:know|at home|privately|as a hobby|from|in theory|the basics)|hope(?:s)? to|kein interesse)',
  '(?:reizt mich|(?:kenne|kennt) (?:ich )?(?:nur |bisher )?(?:aus|vom|von)|(?:steckt|steht) (?:bei uns |bei mir )?noch in den (?:anfängen|kinderschuhen)|nur (?:aus|als|beim|zum|zur|von|in|auf|am rande|privat|zu hause|theoretisch|oberflächlich|vom)|lediglich|vom hörensagen|schnupper\\p{L}*)',
  '(?:me apunté|s[oó]l[oa] (?:nociones|teoría|de|como|en)|de oídas|me interesa|pendiente de)',
  '(?:(?:apenas|só) (?:noções|teoria|o básico|de|como|em|na|no)|tenho interesse|estou a (?:fazer|tirar|estudar)|em formação)',
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
  'inscrit[oa] (?:na|no|em|en)(?= (?:el |la |una? )?(?:oficina|curso|formaç|formaci|m[áa]ster|mestrado|examen?|prova|prueba|pós))',
  // Whoever has seen a thing has not worked with it.
  '(?:only|just|have|has) seen|seen (?=\\p{L}+ (?:demonstrated|in use|at work))|s[óo]lo (?:he |lo he )?(?:visto|vi)|he visto(?= una? )|(?:só|apenas) vi|nur (?:gesehen|zugesehen)|bisher nur',
  'gostava de',
  'möchte',
  'würde gern(?:e)?',
  'interess(?:e|iere mich|iert) (?:an|für)',
  'lerne (?:gerade|derzeit|zurzeit|aktuell)',
  'plane',
  'will(?= [\\p{L}\\d ]*lernen)',
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
  /no|n['’]t|expired|lapsed|revoked|withdrawn|suspended|lost|abgelaufen|entzogen|verloren|erloschen|ungültig|caducad|vencid|retirad|revocad|expirad|revogad|suspens|cassad|except|apart|other than|excluding|assist|secret|report|abgesehen|außer|ausgenommen|salvo|menos|exceto|never|without|lack|cannot|yet|kein|nicht|nie|ohne|nunca|jam|ning|sin|carezco|não|nao|nenhum|sem|want|wish|would|eager|keen|hop|aspir|aim|plan|look|excited|interest|learn|stud|prepar|toward|heard|read|watched|progress|möchte|würde|interess|lern|quiero|quisiera|gusta|aprend|deseo|ganas|quero|gosta|pretend|desejo|applied (?:for|to)|booked on|enrolled|signed up|due to|angemeldet|matriculad|apuntad|aún|todavía|ainda|nada|nil|nein|abandon|drop|gave up|turned|reject|abgebr|aufgeg|durchgef|abgelehnt|recus|rechaz|reprov|tranc|dejé|desist|dabbl|shadow|alongside|attend|only|nur |lediglich|hörensag|schnupper|apunt|sol[oa] |oídas|pendiente|apenas|estou a|em forma|ausgel|ran out|run out|taken away|zurückg|weggen|longer|mehr|ya no|ex-|beantragt|in planung|in vorb|in bearb|pending|halfway|part-q|trámit|tramit|marcad|thinking|consider|überleg|falt|by name|geschaut|webinar|tutorial|vi em|lo vi|leave|left|inscrit|seen|visto|só vi|bisher|fehl|still|failed|tranq|reizt|kenn|anfängen|kinderschuh|nein danke|test|probe|trial|prueba|wish|my thing|for me|lo mío|mein ding|não é|candidatura|application|awaiting|solicitud|aus|profi|forgotten|vergessen|olvidad|esqueci|school|college|uni|schule|faculdade|carrera|facultad|nil|none|nada|nenhum/i;

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
  const nothing = allMatches(text, hasNone).map(({ index, 0: said }): Stretch => {
    const from = Math.max(-1, ...[',', ';', ':', '.'].map((mark) => text.lastIndexOf(mark, index))) + 1;
    return { stance: 'negated', from, to: index + said.length };
  });
  const wished = allMatches(text, wishes).map(
    ({ index, 0: said }): Stretch =>
      withTopic(text, { stance: 'wished', from: index, to: endOfClause(text, index + said.length) }),
  );
  return [...topical, ...waived, ...over, ...nothing, ...wished];
}

/** What says no more than that something is had, done, held or passed: denied, it speaks of what stands before it. */
const hollow = new Set(
  `experience certificate licence license ticket card training trained course practice practised interest idea used using use
worked done held hold have had speak spoke passed finished completed renewed renew taken tried licensed member far so yet either
talk talks seen demonstrated demo lecture spike lesson lessons basics theory year next learn start
beruhrung beruhrungspunkte kontakt projekte projekt ahnung gelegenheit moglichkeit auffrischung nachweis bezug praktische umgeschrieben
contact exposure chance opportunity contacto ocasion oportunidad oportunidade
erfahrung schein zertifikat kenntnisse praxis interesse prufung kurs bestanden gemacht fertig erneuert verlangert gearbeitet
benutzt verwendet genutzt gelernt absolviert habe hatte kann spreche bisher leider vorhanden eingesetzt besitze kenne vorfuhrung
vortrag buchern theorie lernen wiederholung starke meine ich
visto vi solo solamente apenas demo experiencia practica conocimientos titulo carne interes hecho terminado termine acabe usado utilizado trabajado tengo hablo
tenido sacado lo he nunca ahora momento todavia nada
experiencia pratica nocoes curso interesse tenho falo feito conclui concluido usei usado trabalhei tirei voltei tentar nada ainda
noite pedido
started begun attempted attend attended introductory short brief aufgefrischt letzter letzte letztes refreshed updated actualizado atualizado`.split(
    /\s+/,
  ),
);

/** What is denied is said before, as the topic: "SAP: none", "memoQ no lo he usado", "Ein Examen habe ich nicht". */
function withTopic(text: string, stretch: Stretch): Stretch {
  const said = text.slice(stretch.from, stretch.to);
  const isOfTopic = opensComment.test(text.slice(0, stretch.from)) || lessens.test(said) || isHollow(said);
  return isOfTopic ? { ...stretch, from: topicStart(text, stretch.from) } : stretch;
}

/** "Salesforce: not yet", "CRM: noch nicht": what follows the colon is said of what stands before it. */
const opensComment = /[\p{L}\p{N})]:\s*$/u;

/** "Linux nur privat": it makes less of what stands before it. */
const lessens = /^(?:nur|lediglich|only|s[oó]l[oa]|só|apenas|reizt|kennt?e?|steckt|steht)(?!\p{L})/iu;

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
  const listed = /:\s(?=[^:]*,[^:]*$)/.exec(before);
  if (listed === null && /:\s|\(/.test(before)) return sentence;
  let start = text.lastIndexOf(', ', at - 1);
  // "Ersthelfer, letzter Kurs 2015, nicht aufgefrischt": what names nothing between commas is passed over.
  while (start > sentence && isHollow(text.slice(start, at))) start = text.lastIndexOf(', ', start - 1);
  return Math.max(sentence, start + 1);
}

/** A text with what it denies or wishes for blotted out. */
export function assertedPart(text: string): string {
  return stretchesOf(text, 'claim').reduce(
    (left, { from, to }) => left.slice(0, from) + ' '.repeat(to - from) + left.slice(to),
    text,
  );
}

export function stanceAt(stretches: readonly Stretch[], from: number, to: number): 'asserted' | Stretch['stance'] {
  return stretches.find((one) => one.from <= from && to <= one.to)?.stance ?? 'asserted';
}
