/** Where sentences begin and end. A full stop ends one before a capital; "e.g. Python", "St. Gallen" and "z. B." do not. */
export type Range = readonly [from: number, to: number];

const abbreviation =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|incl|approx|min|max|no|st|dr|mr|mrs|ms|prof|vs|z\.\s?b|d\.\s?h|u\.\s?a|bzw|ggf|inkl|ca|mind|usw|p\.\s?ej|ej|sr|sra|aprox|ex|dra|lic|ing|tel)\.$/i;
/** "z. B.", "p. ej.": small letters alone; a capital may be a class or a grade. */
const initial = /(?:^|[\s(.])\p{Ll}\.$/u;
/** "31. Januar": a number that counts the noun after it. */
const dayOfMonth = /(?:^|\s)\d{1,2}\.$/;
const month = /^\s*(?:jan|feb|mär|apr|mai|jun|jul|aug|sep|okt|nov|dez|woche|lebensjahr|klasse|semester)/i;

/** "Set. 2019": a month, or what else is shortened before a year. */
const beforeYear = (text: string, after: string) =>
  /(?:^|[\s(–-])\p{L}{3,4}\.$/u.test(text) && /^\s+(?:19|20)\d{2}/.test(after);

/** No abbreviation is longer, nor what has to stand behind it. */
const farthest = 40;

const isAbbreviated = (text: string, after: string) =>
  beforeYear(text, after) ||
  abbreviation.test(text) ||
  initial.test(text) ||
  (dayOfMonth.test(text) && month.test(after));

export function sentencesOf(text: string): Range[] {
  const sentences: Range[] = [];
  let from = 0;
  for (const end of text.matchAll(/[.!?;](?=\s|$)/g)) {
    const to = end.index + 1;
    if (end[0] === '.' && isAbbreviated(text.slice(Math.max(from, to - farthest), to), text.slice(to, to + farthest)))
      continue;
    sentences.push(...stretchesOf(text, from, to));
    from = to;
  }
  if (text.slice(from).trim() !== '') sentences.push(...stretchesOf(text, from, text.length));
  return sentences;
}

/** What goes on without an end is read in stretches, cut at a comma where there is one, else at a blank. */
const longestSentence = 1_000;

function stretchesOf(text: string, from: number, to: number): Range[] {
  const stretches: Range[] = [];
  let start = from;
  while (to - start > longestSentence) {
    const stretch = text.slice(start, start + longestSentence);
    const cut = [', ', ' '].map((sign) => stretch.lastIndexOf(sign)).find((at) => at > 0) ?? longestSentence - 1;
    stretches.push([start, start + cut + 1]);
    start += cut + 1;
  }
  return [...stretches, [start, to]];
}
