/** Training that is under way is not training that was done: who asks for the latter is shown a part of it. */
import { foldedInPlace } from './items/papers.js';

const underWay =
  /\b(?:in progress|(?:started|begun|booked|enrolled|starts|starting|finishing|planned|due) (?:on |in |for |at )?(?:a |the )?(?:\w+ )?(?:course |in )?(?:\w+ )?20\d\d|in training|accepted for|begonnen|angefangen|geplant|abendkurs|nicht bestanden|exam (?:in|due)|exame em|examen en|matriculad[oa]|me apunte|apuntad[oa] a|pendiente de|em formacao|en formacion|previst[oa]|planead[oa]|planejad[oa]|trancad[oa]|ongoing|under way|underway|unfinished|not (?:yet )?(?:finished|completed)|expected (?:in )?(?:\w+ )?20\d\d|anticipated 20\d\d|(?:graduating|graduation) 20\d\d|lauft(?: noch)?|laufend\w*|voraussichtlich\w*|berufsbegleitend seit|noch nicht abgeschlossen|abgebrochen|en curso|cursando|actualmente cursa\w*|sin (?:terminar|acabar|finalizar)|em andamento|em curso|a frequentar|a concluir|por concluir|incomplet[oa]|trancad[oa]|previsao de conclusao|conclusao prevista)\b/;

/** Who may still be on the way: "degree or in the final year", "cursando ou formado". */
const mayBeUnderWay =
  /\b(?:students?|studying|in progress|working towards|final year|close to completion|laufend\w*|angehende\w*|studierende\w*|werkstudent\w*|im studium|cursando|en curso|ultimo ano|ultimos anos|estudiantes?|estudantes?|em andamento|em curso|estagi\w+)\b/;

const partsOf = (text: string) => text.split(/[.;\n](?=\s|$)/);

export const isUnderWay = (text: string): boolean => underWay.test(foldedInPlace(text));

/** All that is shown of it is said to be under way. */
export function isUnfinished(asked: string, shown: readonly string[], names: readonly string[]): boolean {
  if (shown.length === 0 || mayBeUnderWay.test(foldedInPlace(asked))) return false;
  const words = names.flatMap((name) => foldedInPlace(name).split(/\s+/)).filter((word) => word.length > 3);
  return shown.every((text) => {
    const parts = partsOf(foldedInPlace(text));
    const meant = parts.filter((part) => words.some((word) => part.includes(word)));
    return (meant.length > 0 ? meant : parts).some((part) => underWay.test(part)) && underWay.test(foldedInPlace(text));
  });
}
