/**
 * What a page means by how it is built, where its author used no headings and lists: short blocks of one look that each open
 * other blocks are headings, and a row of short blocks of one look is a list.
 */
import type { CheerioAPI, load } from 'cheerio/slim';

export type AnyNode = Extract<Parameters<typeof load>[0], { readonly parentNode: unknown }>;
export type Element = Extract<AnyNode, { readonly attribs: object }>;

export interface PageStructure {
  readonly headings: ReadonlySet<Element>;
  readonly items: ReadonlySet<Element>;
}

const plainBlocks = new Set(['div', 'p', 'section', 'span']);
const mostHeadingWords = 8;
const mostItemWords = 25;
const fewestItems = 3;
const listName = /list|items|points|bullets|skills|tags|chips|requirements|requisitos/i;

export function structureOf(page: CheerioAPI): PageStructure {
  const leaves = page('div, p, span')
    .toArray()
    .filter((element) => isLeaf(element) && textOf(element) !== '');
  const headings = new Set(headingsAmong(leaves));
  const parents = new Set(leaves.flatMap(({ parent }) => (parent?.type === 'tag' ? [parent] : [])));
  return { headings, items: new Set([...parents].flatMap((parent) => itemsIn(parent, headings))) };
}

/** Blocks that hold nothing but words; a span is one where it stands among blocks only. */
function isLeaf(element: Element): boolean {
  if (elementsIn(element).some(({ name }) => plainBlocks.has(name) || isBuilt(name))) return false;
  return element.name !== 'span' || siblingsOf(element).every(({ name }) => plainBlocks.has(name));
}

const isBuilt = (name: string) => /^(?:h[1-6]|ul|ol|li|table|dl|br|article|main|header|footer)$/.test(name);

const headingName =
  /(?:^|[\s_-])(?:h[1-6]|head(?:ing|line)?|title|tit|titulo|subtitle|subhead|section-?title)(?:$|[\s_-])/i;

/** By their look, which is the class: each opens something that looks otherwise, and no two stand side by side. */
function headingsAmong(leaves: readonly Element[]): Element[] {
  const byLook = new Map<string, Element[]>();
  for (const leaf of leaves) byLook.set(lookOf(leaf), [...(byLook.get(lookOf(leaf)) ?? []), leaf]);
  return [...byLook].flatMap(([look, alike]) => {
    const isNamed = headingName.test(look.replace(/^\S+ /, ''));
    const isLook = alike.length > 1 && !/^\S+ $/.test(look);
    return (isNamed || isLook) && alike.every(isShort) && alike.filter(opens).length / alike.length > 1 / 2
      ? alike.filter(opens)
      : [];
  });
}

const lookOf = ({ name, attribs }: Element) => `${name} ${attribs.class ?? attribs.style ?? ''}`;

function isShort(element: Element): boolean {
  const said = textOf(element);
  return wordsOf(said) <= mostHeadingWords && !/[.;,]$/.test(said);
}

function opens(element: Element): boolean {
  const next = siblingsOf(element)[siblingsOf(element).indexOf(element) + 1];
  return next !== undefined && lookOf(next) !== lookOf(element) && textOf(next) !== '';
}

/** A few short blocks of one look and nothing else beside headings. */
function itemsIn(parent: Element, headings: ReadonlySet<Element>): Element[] {
  const hasOwnWords = parent.children.some((child) => child.type === 'text' && child.data.trim() !== '');
  const inside = elementsIn(parent).filter((child) => !headings.has(child) && textOf(child) !== '');
  const [first] = inside;
  const fewest = first?.name === 'span' || listName.test(parent.attribs.class ?? '') ? 2 : fewestItems;
  if (hasOwnWords || first === undefined || inside.length < fewest || parent.name === 'body') return [];
  const isRow = inside.every((child) => lookOf(child) === lookOf(first) && isLeaf(child) && isItem(textOf(child)));
  return isRow ? inside : [];
}

/** One saying, not a paragraph. */
const isItem = (said: string) => wordsOf(said) <= mostItemWords && !/\p{L}{3}[.!?]\s+\p{Lu}/u.test(said);

const wordsOf = (text: string) => text.split(/\s+/).length;
const siblingsOf = ({ parent }: Element): Element[] => (parent?.type === 'tag' ? elementsIn(parent) : []);

export const elementsIn = (element: Element): Element[] =>
  element.children.filter((child): child is Element => child.type === 'tag');

function textOf(node: AnyNode): string {
  if (node.type === 'text') return node.data.trim();
  return 'children' in node ? node.children.map(textOf).join(' ').replace(/\s+/g, ' ').trim() : '';
}
