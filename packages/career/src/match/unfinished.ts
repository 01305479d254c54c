/** Training that is under way is not training that was done: who asks for the latter is shown a part of it. */
import { foldedInPlace } from './items/papers.js';

const underWay =
  /\b(?:in progress|frequencia d[oe]|preinscrit[oa]|paused|on hold|deferred|pausiert|ruht|unterbrochen|en pausa|em pausa|interrumpid[oa]|interrompid[oa]|beginnt|startet|anmeldung (?:liegt|lauft|erfolgt|ist)\w*|empieza|comienza|comeca|inscrevi|lo deje|la deje|larguei|to be confirmed|offered a place|(?:started|begun|booked|enrolled|starts|starting|finishing|planned|due) (?:on |in |for |at )?(?:a |the )?(?:\w+ )?(?:course |in )?(?:\w+ )?20\d\d|in training|accepted for|begonnen|angefangen|geplant|abendkurs|nicht bestanden|exam (?:in|due)|exame em|examen en|matriculad[oa]|me apunte|apuntad[oa] a|pendiente de|em formacao|en formacion|previst[oa]|planead[oa]|planejad[oa]|trancad[oa]|ongoing|under way|underway|unfinished|not (?:yet )?(?:finished|completed)|expected (?:in )?(?:\w+ )?20\d\d|anticipated 20\d\d|(?:graduating|graduation) 20\d\d|lauft(?: noch)?|laufend\w*|voraussichtlich\w*|berufsbegleitend seit|noch nicht abgeschlossen|abgebrochen|en curso|cursando|actualmente cursa\w*|sin (?:terminar|acabar|finalizar)|em andamento|em curso|a frequentar|a concluir|por concluir|incomplet[oa]|trancad[oa]|previsao de conclusao|conclusao prevista)\b/;

/** Who may still be on the way: "degree or in the final year", "cursando ou formado". */
const mayBeUnderWay =
  /\b(?:students?|studying|part[- ]qualified|in progress|working towards|final year|close to completion|laufend\w*|angehende\w*|studierende\w*|werkstudent\w*|im studium|cursando|en curso|ultimo ano|ultimos anos|estudiantes?|estudantes?|em andamento|em curso|estagi\w+)\b/;

export const takesUnfinished = (asked: string): boolean => mayBeUnderWay.test(foldedInPlace(asked));

const partsOf = (text: string) => text.split(/[.;\n](?=\s|$)/);

/** "Französisch C1, Russisch angefangen": each item of a list with what is said of it. "Bachelor, laufend" is one. */
function itemsOf(part: string): string[] {
  const items: string[] = [];
  for (const item of part.split(/,(?=\s)/)) {
    const said = underWay.exec(item)?.index;
    // "Mestrado, Universidade (frequência do 1.º ano)": in brackets at the end it is said of all of it.
    const isRemark =
      items.length > 0 &&
      said !== undefined &&
      (said === /\S/.exec(item)?.index || (item[said - 1] === '(' && /\)\s*$/.test(item)));
    if (isRemark) items.push(`${items.pop() ?? ''},${item}`);
    else items.push(item);
  }
  return items;
}

const passed = /\b(?:passed|bestanden|aprobad[oa]|aprovad[oa]|awarded|completed)\b/;

export const isUnderWay = (text: string): boolean => {
  const folded = foldedInPlace(text);
  return (
    underWay.test(folded) && !passed.test(folded.replace(/\bnicht bestanden|not (?:yet )?(?:passed|completed)\b/g, ''))
  );
};

const yearSaid = /\b20\d\d\b/g;
const lastsUntil =
  /\b(?:valid|expires?|until|till|through|due|renew\w*|gultig\w*|bis|lauft ab|hasta|vigente|vence|caduca|ate|valid[oa]|validade)\b/;

/** A year that is yet to come, said of the name, where nothing lasts until then: "exam 2027" is not passed in 2026. */
export function isYetToCome(text: string, year: number, name = ''): boolean {
  const parts = partsOf(foldedInPlace(text));
  const said = foldedInPlace(name).split(/\s+/);
  const meant = parts.filter((part) => said.every((word) => part.includes(word)));
  return (meant.length > 0 ? meant : parts).some(
    (part) => !lastsUntil.test(part) && (part.match(yearSaid) ?? []).some((said) => Number(said) > year),
  );
}

/** Whoever asks for planning is shown it by what was planned. */
const planning = /plan(?:ung|en|ning|ific|ej|ea)/;
const planned = /\b(?:geplant|planead[oa]s?|planejad[oa]s?|planned)\b/g;

/** All that is shown of it is said to be under way. */
export function isUnfinished(asked: string, shown: readonly string[], names: readonly string[]): boolean {
  if (shown.length === 0 || takesUnfinished(asked)) return false;
  const isPlanning = planning.test(foldedInPlace(asked));
  const words = names.flatMap((name) => foldedInPlace(name).split(/\s+/)).filter((word) => word.length > 3);
  return shown.every((text) => {
    const said = isPlanning ? foldedInPlace(text).replace(planned, ' ') : foldedInPlace(text);
    const parts = partsOf(said);
    const meant = parts.flatMap(itemsOf).filter((part) => words.some((word) => part.includes(word)));
    return (meant.length > 0 ? meant : parts).some(isUnderWay) && isUnderWay(said);
  });
}
