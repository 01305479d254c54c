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

/** A header may lie anywhere in the package; what programs keep of a file beside its text lies in these places. */
const kept = /(?:^|\/)_rels\/|^docProps\/|^customXml\/|^\[Content_Types\]\.xml$|\/$/;
const saysSomething = /<(?:\w+:)?t[ >]/;

/** Of what lies outside the folder of the text, nothing is shown that no part leads to. */
const otherParts: Check = (parts, spoken) =>
  Object.keys(parts)
    .filter((name) => !kept.test(name) && !spoken.test(name))
    .filter((name) => (name.endsWith('.xml') ? saysSomething.test(parts[name] ?? '') : isShown(parts, name)))
    .map((name) => `Added: ${name}.`);

const isShown = (parts: Parts, name: string) =>
  name.startsWith('word/') ||
  Object.keys(parts).some((one) => one.endsWith('.rels') && parts[one]?.includes(`${name.split('/').at(-1)}"`));

const shown =
  'drawing pict object altChunk subDoc sym fldSimple instrText dataBinding contentPart ruby noBreakHyphen pgNum bdo dir rtl yearLong yearShort monthLong monthShort dayLong dayShort'.split(
    ' ',
  );
const hiding = ['vanish', 'webHidden', 'strike', 'dstrike', 'del', 'moveFrom'];

/** Words that we do not see as such: "<![CDATA[…]]>", and elements under another name than everybody gives them. */
const disguised: Check = (parts, spoken) =>
  [...bodies(parts, spoken), parts['word/styles.xml'] ?? '', parts['word/numbering.xml'] ?? ''].some((xml) =>
    /<!(?!--)|xmlns(?::(?!w=)\w+)?="[^"]*\/wordprocessingml\/(?:2006\/)?main"/.test(xml),
  )
    ? ['The text is written in a way that no program writes it.']
    : [];

/** A style hides what is written in it, and in every style that is made from it. */
const hiddenByStyle: Check = (parts, spoken) => {
  const styles = [
    ...(parts['word/styles.xml'] ?? '').matchAll(/<w:style\b[^>]*w:styleId="([^"]*)"[\s\S]*?<\/w:style>/g),
  ];
  const isHiding = ([xml]: RegExpExecArray) => elements(xml, hiding).length > 0;
  const hidden = new Set(styles.filter(isHiding).map(([, id = '']) => id));
  for (const [xml, id = ''] of [...styles, ...styles])
    if (hidden.has(/<w:basedOn\b[^>]*w:val="([^"]*)"/.exec(xml)?.[1] ?? '')) hidden.add(id);
  const used = bodies(parts, spoken).flatMap((xml) => [...xml.matchAll(/<w:[pr]Style\b[^>]*w:val="([^"]*)"/g)]);
  const [defaults = ''] = /<w:docDefaults>[\s\S]*?<\/w:docDefaults>/.exec(parts['word/styles.xml'] ?? '') ?? [];
  return used.some(([, id = '']) => hidden.has(id)) || elements(defaults, hiding).length > 0
    ? ['Words are hidden by their style.']
    : [];
};

/** Another page, picture or template that is fetched when the file is opened, or that a word leads to. */
const elsewhere: Check = (parts, spoken) => {
  const said = bodies(parts, spoken)
    .join('')
    .replace(/<[^>]+>/g, '');
  return Object.keys(parts)
    .filter((name) => name.endsWith('.rels'))
    .flatMap((name) => [...(parts[name] ?? '').matchAll(/<Relationship\b[^>]*TargetMode="External"[^>]*>/g)])
    .map(([relation]) => /Target="([^"]*)"/.exec(relation)?.[1] ?? '')
    .filter((target) => !said.includes(target.replace(/^(?:mailto:|tel:|https?:\/\/)|\/$/g, '')))
    .map((target) => `It leads to ${target}.`);
};

/** What programs that sort applications read before they read the text. */
const properties: Check = (parts, spoken) => {
  const said = bodies(parts, spoken)
    .join('')
    .replace(/<[^>]+>/g, '');
  const core = (parts['docProps/core.xml'] ?? '').matchAll(
    /<(?:dc|cp):(title|subject|keywords|description|category|contentStatus)\b[^>]*>([^<]+)</g,
  );
  return [...core]
    .filter(([, , value = '']) => value.trim() !== '' && !said.includes(value.trim()))
    .map(([, name]) => `A property of the file was set (${name}).`);
};

const drawn: Check = (parts, spoken) =>
  bodies(parts, spoken).flatMap((xml) => [
    ...elements(xml, shown).map((name) => `Something is drawn or embedded (${name}).`),
    ...elements(xml, hiding).map((name) => `Words are hidden or struck out (${name}).`),
  ]);

/** Letters in the colour of the paper, or too small to be read, by themselves or by their style. */
const unreadable: Check = (parts, spoken) =>
  [...bodies(parts, spoken), parts['word/styles.xml'] ?? ''].some(
    (xml) =>
      colours(xml).some(isLight) ||
      sizes(xml).some((halfPoints) => halfPoints < smallest) ||
      widths(xml).some((percent) => percent < narrowest) ||
      isCovered(xml),
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

const checks: readonly Check[] = [
  anotherBody,
  otherParts,
  disguised,
  drawn,
  hiddenByStyle,
  unreadable,
  speakingMarks,
  elsewhere,
  properties,
];

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

/** Percent of the usual width of a letter. */
const narrowest = 50;

const widths = (xml: string): number[] =>
  [...xml.matchAll(/<w:w\b[^>]*w:val="(\d+)%?"/g)].map(([, width]) => Number(width));

/** Black behind black letters. */
const isCovered = (xml: string) =>
  /<w:(?:highlight\b[^>]*w:val="black"|shd\b[^>]*w:fill="[0-3][0-9a-f][0-3][0-9a-f][0-3][0-9a-f]")/i.test(xml);

function sizes(xml: string): number[] {
  return [...xml.matchAll(/<w:sz\b[^>]*w:val="(\d+)"/g)].map(([, size]) => Number(size));
}
