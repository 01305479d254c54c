/** Until when one may apply, where a posting says it in a sentence: "Apply by 9 January 2027", "Bewirb dich bis zum 15.12.2026". */
import { dayIn } from '../../domain/calendar-day.js';

/** What speaks of applying. */
const applying =
  /(?<!\p{L})(?:appl(?:y|ying|ications?|icants?)(?!\p{L})|closing|deadline|cvs?(?!\p{L})|résumés?|resumes?(?!\p{L})|letters?(?!\p{L})|(?:send|write|text|ring|e-?mail)(?!\p{L})|bewirb\p{L}*|bewerb\p{L}*|einsendeschluss|unterlagen|frist|anrufen|meld\p{L}+|schick\p{L}*|envi\p{L}+|candidatur\p{L}*|inscri\p{L}+|oferta|solicitud\p{L}*|postul\p{L}+|curr[íi]cul\p{L}+|escrib\p{L}+|escrev\p{L}+|responder|plazo|fecha límite|prazo|data limite|vagas?(?!\p{L})|interesad\p{L}+|interessad\p{L}+)/giu;
/** The word that leads to the last day of something. */
const lastDay =
  /(?<!\p{L})(?:by|before|until|no later than|clos(?:es|e|ing)(?: date)?(?: for [^.;]{0,25}?)?(?: is)?(?: at)?(?: noon| midnight)?(?: on)?|deadline(?: for [^.;]{0,25}?)?(?: is)?(?: noon on| midnight on)?|bis(?: spätestens| zum)*|spätestens(?: am| zum)?|\p{L}+schluss(?: ist)?(?: der| am)?|\p{L}*frist(?: ist| endet)?(?: der| am)?|hasta|antes del?|(?:se )?cierra el|fecha límite:?|plazo[^.;]{0,20}? el|até(?: ao?)?(?: dia)?|terminam? (?:a|em)|prazo[^.;]{0,20}?)[\s:]+(?:the |zum |el |día |dia |o |a |(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo|\p{L}+-feira),? )*/giu;
/** Words that speak of applying and of nothing else: they count before those that ask for a letter or a call. */
const surely =
  /(?<!\p{L})(?:appl|closing|deadline|bew[ei]rb|einsendeschluss|\p{L}*frist|candidatur|inscri|oferta|solicitud|postul|plazo|prazo)/iu;
/** Days of other things: of what stands between applying and the day, and of what stands right before its word. */
const otherThing =
  /(?<!\p{L})(?:start(?:s|ing)?|begin\p{L}*|interviews?|ships?|vorstellungsgespräch\p{L}*|entrevistas?|incorporación|início|inicio)(?!\p{L})/iu;
const otherTerm =
  /(?<!\p{L})(?:term|contract|position|post|funded|available|befristet|\p{L}*vertrag|contrato|temporal)(?: is| runs| läuft| ist)?\s*$/iu;

/** A day this far behind its word is not the word's. */
const longestDay = 45;
/** A sentence is cut where another one begins, and at what stands between two statements; a day keeps its full stops. */
const clauseEnd =
  /\n+|;\s+|(?<=\p{L}{3}\)?[.!?])\s+|(?<=\d[.!?])\s+(?=\p{Lu})(?!(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)\p{L}*(?!\p{L}))/u;

/** A day whose year the reader is left to know: "by 9 January", "bis 31. Januar", "January 9". */
const ofAnyYear =
  /^(?:\d{1,2}(?:st|nd|rd|th|\.|º)?\s+(?:of\s+|de\s+)?(?:jan|ene|feb|fev|mar|mär|apr|abr|may|mai|jun|jul|aug|ago|sep|set|oct|okt|out|nov|dec|dez|dic)\p{L}{0,7}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}{0,7}\s+\d{1,2}(?:st|nd|rd|th)?)(?!\p{L}|,?\s+(?:de\s+)?\d)/iu;

const NO_YEAR = '9999';

interface Candidate {
  readonly words: string;
  readonly iso: string;
  readonly isSure: boolean;
}

/** The words of the earliest last day; one that is said without its year only where there is no other. */
export function deadlineIn(posting: string): string | undefined {
  const found = posting.split(clauseEnd).flatMap(candidatesIn);
  const known = found.filter(({ iso }) => iso !== NO_YEAR);
  return (known.length > 0 ? known : found).sort(
    (a, b) => Number(b.isSure) - Number(a.isSure) || a.iso.localeCompare(b.iso),
  )[0]?.words;
}

function candidatesIn(clause: string): Candidate[] {
  const words = [...clause.matchAll(applying)];
  return [...clause.matchAll(lastDay)].flatMap(({ index, 0: cue }): Candidate[] => {
    const word = words.findLast((one) => one.index <= index);
    const day = dayAtStart(clause.slice(index + cue.length, index + cue.length + longestDay));
    if (word === undefined || day === undefined) return [];
    const between = clause.slice(word.index, index);
    if (otherThing.test(between) || otherTerm.test(between)) return [];
    return [{ ...day, isSure: surely.test(`${between}${cue}`) }];
  });
}

function dayAtStart(text: string): Pick<Candidate, 'words' | 'iso'> | undefined {
  const day = dayIn(text);
  if (day?.at === 0) return day;
  const words = ofAnyYear.exec(text)?.[0];
  return words === undefined ? undefined : { words, iso: NO_YEAR };
}
