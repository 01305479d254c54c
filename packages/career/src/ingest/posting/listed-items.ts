/** A list that was written into one field: by lines or marks, else by spaced strokes, else by commas. */
const marks = /\s*(?:\n|;|\||•)\s*/;
const fewestByComma = 3;
const mostWords = 7;
/** "A, B and C" is one saying; a list in a field has no such end. */
const joined = /(?:^|\s)(?:and|or|und|oder|y|o|e|ou)\s/iu;

export function listedItems(field: string): string[] {
  const present = (items: readonly string[]) => items.map((item) => item.trim()).filter((item) => item !== '');
  const byMarks = present(field.split(marks));
  if (byMarks.length !== 1) return byMarks;
  const byStrokes = present(field.split(/\s+\/\s+/));
  if (byStrokes.length > 1) return byStrokes;
  const byComma = present(field.split(/,\s+/));
  const isList = byComma.length >= fewestByComma && !joined.test(byComma.at(-1) ?? '');
  return isList && byComma.every((item) => item.split(/\s+/).length <= mostWords) ? byComma : byMarks;
}
