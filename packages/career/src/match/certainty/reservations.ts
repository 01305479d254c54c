/**
 * Whether something is said plainly: the stretch of a claim that speaks of it holds no word that takes it back. What the
 * readers of denials and wishes understand is not in the index to begin with; this is for all they do not understand, and
 * then the answer is "not sure" and not "no".
 */
import { type Token, tokensOf } from '../../domain/tokens.js';
import { certainTongue } from '../items/tongue.js';
import { isDoubtWord, speaksOfOthers } from './doubt-words.js';
import { givesToOthers } from './others.js';

/** Where the one who reads has got "not only", "no later than", "without" and the like out of the way. */
const harmless =
  /(?<!\p{L})(?:not only|not just|not least|no (?:less|fewer|later) than|nicht nur|nicht zuletzt|noch heute|nach wie vor noch|no s[oó]lo|no solamente|não s[óo]|não apenas|not-for-profit|non-\p{L}+|nicht-\p{L}+|just-in-time|just in time|will-\p{L}+|only (?:person|one|engineer|woman|man) (?:in|on|of|responsible)|little (?:ones|learners)|but also|sondern auch|sino también|mas também|(?:more|not) (?:often )?than not|interested (?:parties|party)|offene?[nr]? (?:posten|rechnungen|ganztag\p{L}*|türen?)|no-code|no code|nosql|no[- ]claims?|solo(?:s|ist\p{L}*)?(?=-)|no n[.º]|falta de (?:pago|pagamento)|(?:almost|nearly|fast|beinahe|casi|quase) (?:every|all|always|daily|weekly|exclusively|entirely|jede\p{L}*|alle\p{L}*|immer|täglich|ausschließlich|cada|tod[oa]s?|siempre|a diario|diari\p{L}+|sempre|exclusiv\p{L}+|\d+)|(?:bisher|bislang) (?:\p{L}+ ){0,3}\d+|antes (?:de|como|en|\p{L}+(?:er[oa]|or[a]?|ista|ante)))(?!\p{L})/giu;

/** "Inventário no Teknisa": before a name it is "in the"; told from a denial by the capital. */
const inThe = /(?<=\p{Ll}[oasr] )(?<!(?:has|was|is|yo|he) )no(?= \p{Lu})/gu;

const blank = (said: string) => ' '.repeat(said.length);
const blotted = (text: string) => text.replace(harmless, blank).replace(inThe, blank);

const sentenceEnd = /[.;!?](?=\s|$)|[\n•|]/g;

type Range = readonly [number, number];

function between(marks: RegExp, text: string, [from, to]: Range, [low, high]: Range): Range {
  let [start, end] = [low, high];
  for (const { index, 0: mark } of text.slice(low, high).matchAll(marks)) {
    const at = low + index;
    if (at + mark.length <= from) start = Math.max(start, at + mark.length);
    else if (at >= to) end = Math.min(end, at);
  }
  return [start, end];
}

/** Commas outside brackets. */
const comma = /,(?=\s)(?![^(]*\))/g;

/** A comma, and right behind it a word that takes back what stands before. */
function withAftermath(text: string, [from, to]: Range, end: number, tongue: number | undefined): Range {
  const next = between(comma, text, [to + 1, to + 1], [to, end])[1];
  if (to >= end || next <= to) return [from, to];
  const words = tokensOf(text).filter((token) => token.from >= to && token.to <= next);
  const opening = words.find(({ word }) => !opensClause.test(word));
  return opening !== undefined && isDoubt(opening, tongue) ? [from, next] : [from, to];
}
/** "..., and I only file it", "..., muy oxidado": who speaks comes first, and how much. */
const opensClause =
  /^(?:i|ich|yo|eu|and|und|y|e|da|there|dort|ahi|ai|very|quite|pretty|rather|sehr|ziemlich|etwas|muy|bastante|algo|muito|ja|ya|schon)$/;

const isDoubt = ({ word, raw }: Token, tongue: number | undefined) =>
  isDoubtWord(word, tongue) || /n['’]t$|^s[óÓ](?:lo)?$/i.test(raw);

/** The stretches of the claim that speak of what stands at a place: its item of a list, and the label over the list. */
function stretchesAbout(text: string, place: Range, tongue: number | undefined): Range[] {
  const sentence = between(sentenceEnd, text, place, [0, text.length]);
  const colon = text.slice(...sentence).search(/:\s/);
  const at = sentence[0] + colon;
  if (colon >= 0 && place[1] <= at && !/,\s/.test(text.slice(place[1], at))) return [sentence];
  const isLabel = colon >= 0 && place[0] > at;
  const item = between(comma, text, place, [isLabel ? at : sentence[0], sentence[1]]);
  const own = withAftermath(text, afterBut(text, place, item), sentence[1], tongue);
  return isLabel ? [[sentence[0], at], own] : [own];
}

const butWords = /(?<!\p{L})(?:but|however|aber|jedoch|pero|sino|mas|porém)(?!\p{L})/giu;

/** What follows a "but" is said for itself. */
function afterBut(text: string, [from]: Range, [low, high]: Range): Range {
  let start = low;
  for (const { index, 0: said } of text.slice(low, from).matchAll(butWords)) start = low + index + said.length;
  return [start, high];
}

/** "Planned campaigns", "Observed trainees": at the head of a claim it is what somebody did. */
const isDeed = ({ word }: Token) => /ed$/.test(word);

/** Nobody takes back a name a page later. */
const farthest = 1000;

function nearby(text: string, [from, to]: Range): readonly [string, Range] {
  const start = Math.max(0, from - farthest);
  return [text.slice(start, to + farthest), [from - start, to - start]];
}

/** What a claim says of the thing at a place. */
export function saidAbout(whole: string, at: Range): string {
  const [text, place] = nearby(whole, at);
  const ranges = stretchesAbout(text, place, certainTongue(tokensOf(text)));
  return ranges.map(([low, high]) => text.slice(low, high)).join(' ; ');
}

/** Once or twice is no practice; a renewal that is due is no paper. */
const seldom =
  /(?<!\p{L})(?:reading up on|teaching myself|looking into|(?:am|currently|still) learning|lerne (?:gerade|derzeit)|bringe mir|estoy aprendiendo|estou a aprender|aprendendo|reserved for|for the family|no (?:lo |la |los |las )?(?:trabajo|hago|uso|tengo|manejo|llevo|doy|practico|toco|conozco|hablo|domino|vendo|atiendo|preparo|conduzco)|(?:a )?(?:couple of|few) times|once or twice|par de veces|alguna vez|algumas vezes|ein paar ?mal|ein(?:-|mal)? (?:bis|oder) zweimal|when (?:the |my |our )?(?:\p{L}+ ){1,3}(?:is|was|are) (?:away|off|out|on leave|on holiday|sick)|in (?:deren|dessen|seiner|ihrer) abwesenheit|en (?:su )?ausencia|na (?:sua )?ausência|next (?:spring|summer|autumn|winter|year|month|week)|nächste[snmr]? (?:jahr|frühjahr|sommer|herbst|monat|woche)|kommende[snmr]? (?:jahr|frühjahr|sommer|herbst|monat)|(?:el|la|no|na) pr[óo]xim[oa]s? (?:año|mes|curso|ano|mês|semestre)|(?:periodo|período) de (?:prueba|teste)|testphase|trial period|probeweise|früher (?:ein)?mal|(?:prüfung|exam|examen|exame|test) (?:im|in|en|no|na) (?:the |el |la )?(?:frühjahr|herbst|sommer|winter|spring|autumn|summer|primavera|otoño|verano|invierno|outono|verão|inverno)|wäre (?:ein|mein|das|noch|schön)\p{L}*|(?:offered|accepted|been given) a place|to be confirmed|por confirmar|noch zu bestätigen|enough to|suficiente para|o suficiente|lo suficiente|gerade genug|(?:primer|segundo|primeiro|1\.?[ºo]) (?:curso|año|ano) aprobado|modules? (?:taken|passed|done)|(?:two|three|four|some|several|zwei|drei|dos|tres|duas|dois|três) (?:modules|module|módulos|evenings|tardes|tage|days|días|dias|abende|weeks|wochen|semanas|words|palabras|palavras|wörter)|ein paar wörter|(?:one|a single|uma|una|eine?n?|ein) (?:single )?(?:week|woche|semana|day|tag|afternoon|nachmittag)(?! (?:in|every|per|im|pro|por|ao|a|al))|anmeldung (?:liegt|läuft|erfolgt)|em processo|en proceso|in process|exam(?:e|en)? (?:marcado|fijado|booked))(?!\p{L})/iu;

const within = ([low, high]: Range, { from, to }: Token) => from >= low && to <= high;

/** The words that take it back or give it to others, if there are any. */
export function reservationAt(whole: string, at: Range): string | undefined {
  const [text, place] = nearby(whole, at);
  const plain = blotted(text);
  const tokens = tokensOf(plain);
  const tongue = certainTongue(tokens);
  const ranges = stretchesAbout(plain, place, tongue);
  const about = tokens.filter((token) => ranges.some((range) => within(range, token)));
  const taken = about.find(
    (token) =>
      !within(place, token) &&
      !(token.from === 0 && text.length === whole.length && isDeed(token)) &&
      isDoubt(token, tongue),
  );
  if (taken !== undefined) return taken.raw;
  const said = ranges.map(([low, high]) => plain.slice(low, high)).join(' ; ');
  const words = about.map(({ word }) => word);
  return givesToOthers(said) ?? seldom.exec(said)?.[0] ?? (speaksOfOthers(words, tongue) ? said.trim() : undefined);
}
