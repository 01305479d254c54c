/** A list that was written into one field: by lines or marks, else by spaced strokes, else by commas. */
import { opensWithNoun } from './cues/opening.js';

const marks = /\s*(?:\n|;|\||•)\s*/;
const fewestByComma = 3;
const mostWords = 7;
/** "A, B and C" is one saying; a list in a field has no such end. */
const joined = /(?:^|\s)(?:and|or|und|oder|y|o|e|ou)\s/iu;
/** "zum Koch / zur Köchin": two names of one thing. */
const otherForm = /^(?:zur|zum|der|die|eine?r?|or|oder|o|ou|de|la|el|a|os|as|\p{Ll}{1,3}) /u;

export function listedItems(field: string): string[] {
  const present = (items: readonly string[]) => items.map((item) => item.trim()).filter((item) => item !== '');
  const byMarks = present(field.split(marks));
  if (byMarks.length !== 1) return byMarks;
  const byStrokes = present(field.split(/\s+\/\s+/));
  if (byStrokes.length > 1 && !byStrokes.slice(1).some((item) => otherForm.test(item))) return byStrokes;
  const byComma = present(field.split(/,\s+(?![^(]*\))/));
  return isList(byComma) ? byComma : byMarks;
}

/** Short names and no "and" before the last, or every one begins as what people bring: "Ausbildung …, Führerschein …". */
function isList(items: readonly string[]): boolean {
  if (items.length > 1 && items.slice(1).every((item) => opensWithNoun(item))) return true;
  const isShort = items.every((item) => item.split(/\s+/).length <= mostWords);
  return items.length >= fewestByComma && isShort && !joined.test(items.at(-1) ?? '');
}
