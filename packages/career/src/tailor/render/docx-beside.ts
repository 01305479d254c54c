/**
 * What a Word file shows beside its text, or hides of it. Another program may save a document again, and then only its words
 * can be compared; a picture of a diploma, a deletion that is only tracked or white letters would leave these as they were.
 */

/** Parts of a file by their names; those that are not XML are there with nothing in them. */
export type Parts = Readonly<Record<string, string>>;

export function besideText(parts: Parts, spoken: RegExp): string[] {
  return checks.flatMap((check) => check(parts, spoken));
}

type Check = (parts: Parts, spoken: RegExp) => string[];

/** What Word opens is what the package names; another file beside it may be there for us to read. */
const anotherBody: Check = (parts) =>
  /Type="[^"]*\/officeDocument"[^>]*Target="\/?word\/document\.xml"|Target="\/?word\/document\.xml"[^>]*Type="[^"]*\/officeDocument"/.test(
    parts['_rels/.rels'] ?? '',
  )
    ? []
    : ['The text that is shown is not the text that was written.'];

const otherParts: Check = (parts, spoken) =>
  Object.keys(parts)
    .filter((name) => /^word\/(?!_rels\/)/.test(name))
    .filter((name) =>
      name.endsWith('.xml') ? !spoken.test(name) && /<(?:w|a):t[ >]/.test(parts[name] ?? '') : !name.endsWith('/'),
    )
    .map((name) => `Added: ${name}.`);

const shown = ['drawing', 'pict', 'object', 'altChunk', 'subDoc', 'sym', 'fldSimple', 'instrText'];
const hiding = ['vanish', 'webHidden', 'strike', 'dstrike', 'del', 'moveFrom'];

const drawn: Check = (parts, spoken) =>
  bodies(parts, spoken).flatMap((xml) => [
    ...elements(xml, shown).map((name) => `Something is drawn or embedded (${name}).`),
    ...elements(xml, hiding).map((name) => `Words are hidden or struck out (${name}).`),
  ]);

/** Letters in the colour of the paper, or too small to be read, by themselves or by their style. */
const unreadable: Check = (parts, spoken) =>
  [...bodies(parts, spoken), parts['word/styles.xml'] ?? ''].some(
    (xml) => colours(xml).some(isLight) || sizes(xml).some((halfPoints) => halfPoints < smallest),
  )
    ? ['Letters are too light or too small to be read.']
    : [];

/** The marks of a list are text too; other than bullets and numbers they say something. */
const speakingMarks: Check = (parts) =>
  [...(parts['word/numbering.xml'] ?? '').matchAll(/<w:lvlText\b[^>]*w:val="([^"]*)"/g)].some(([, mark = '']) =>
    /[\p{L}\p{N}]{2}/u.test(mark.replace(/%\d/g, '')),
  )
    ? ['The marks of a list say something.']
    : [];

const checks: readonly Check[] = [anotherBody, otherParts, drawn, unreadable, speakingMarks];

function bodies(parts: Parts, spoken: RegExp): string[] {
  return Object.keys(parts)
    .filter((name) => spoken.test(name))
    .map((name) => parts[name] ?? '');
}

/** Those of these elements that are there and not switched off. */
function elements(xml: string, names: readonly string[]): string[] {
  return names.filter((name) => new RegExp(`<w:${name}(?=[\\s/>])(?![^>]*w:val="(?:0|false|off)")`).test(xml));
}

function colours(xml: string): string[] {
  return [...xml.matchAll(/<w:color\b[^>]*w:val="([0-9a-f]{6})"/gi)].map(([, colour = '']) => colour);
}

/** Grey that can still be read on white ends about here. */
const lightest = 0xa0;

function isLight(colour: string): boolean {
  const parts = [0, 2, 4].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return Math.min(...parts) > lightest;
}

/** Five points. */
const smallest = 10;

function sizes(xml: string): number[] {
  return [...xml.matchAll(/<w:sz\b[^>]*w:val="(\d+)"/g)].map(([, size]) => Number(size));
}
