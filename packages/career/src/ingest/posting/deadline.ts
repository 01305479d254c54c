/** Until when one may apply, where a posting says it in a sentence: "Apply by 9 January 2027", "Bewirb dich bis zum 15.12.2026". */
import { dayIn } from '../../domain/calendar-day.js';

/** What speaks of applying, and the word that leads to the last day of it, with little between them. */
const applying =
  /(?<!\p{L})(?:appl\p{L}+|closing|closes?|deadline|cv|résumé|resume|send|write|text|ring|e-?mail|bewirb\p{L}*|bewerb\p{L}*|einsendeschluss|unterlagen|anrufen|meld\p{L}+|schick\p{L}*|envi\p{L}+|candidatur\p{L}*|inscri\p{L}+|oferta|solicitud\p{L}*|postul\p{L}+|currícul\p{L}+|curricul\p{L}+|responder|vagas?|interesad\p{L}+|interessad\p{L}+)/iu;
const lastDay =
  /(?:\bby\b|\bbefore\b|\buntil\b|\bclos(?:es|e|ing)(?: date)?\b(?: on)?|\bdeadline(?: is)?\b|\bbis(?: spätestens| zum)*\b|einsendeschluss ist(?: der)?|frist(?: ist| endet)?(?: der| am)?|\bhasta\b|\bantes del?\b|se cierra el|fecha límite:?|plazo[^.]{0,20}?\bel\b|(?<!\p{L})até(?: ao?)?(?: dia)?|\bterminam? (?:a|em)\b|\bprazo\b[^.]{0,20}?)[\s:]+(?:the |zum |el |día |dia |o |a )*/giu;

const nearest = 45;

/** The words of the last day; undefined where none is said with its year. */
export function deadlineIn(posting: string): string | undefined {
  for (const sentence of posting.split(/\n+|(?<=\p{L}{3}[.!?])\s+(?=\p{Lu})/u)) {
    if (!applying.test(sentence)) continue;
    for (const { index, 0: cue } of sentence.matchAll(lastDay)) {
      const after = sentence.slice(index + cue.length, index + cue.length + nearest);
      const day = dayIn(after);
      if (day?.at === 0) return day.words;
    }
  }
  return undefined;
}
