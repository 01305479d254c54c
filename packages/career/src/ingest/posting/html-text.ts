/** A page as the text a person reads, with the marks of Markdown where the page has headings, lists and emphasis. */
import type { CheerioAPI } from 'cheerio/slim';
import { type AnyNode, type Element, elementsIn, type PageStructure, structureOf } from './page-structure.js';

/** What is on a page for its browser or its visitors, not for the applicant. */
const furniture =
  'script, style, noscript, template, svg, iframe, nav, form, button, select, head title, [hidden], [aria-hidden="true"]';

const blocks = new Set(
  'address article aside blockquote body center dd details div dl fieldset figure footer header hr main ol p pre section table tbody td th tr ul'.split(
    ' ',
  ),
);

export function textOfHtml(page: CheerioAPI): string {
  page(furniture).remove();
  for (const element of page('[class], [id]').toArray()) if (isFurniture(element)) page(element).remove();
  const lines = new Lines(structureOf(page));
  for (const node of page.root().contents().toArray()) walk(node, lines);
  return lines.text();
}

/** By the name that its author gave it: banners, paths and other people's jobs. */
const furnitureName =
  /(?:^|[\s_-])(?:cookies?|consent|gdpr|usercentrics|onetrust|breadcrumbs?|nav|navbar|navigation|menu|newsletter|share|sharing|social|related|similar)(?:$|[\s_-])/i;

const isFurniture = ({ attribs }: Element) => furnitureName.test(`${attribs.class ?? ''} ${attribs.id ?? ''}`);

class Lines {
  readonly structure: PageStructure;
  readonly #lines: string[] = [];
  #open = '';
  #emphasised = true;

  constructor(structure: PageStructure) {
    this.structure = structure;
  }

  write(text: string, emphasised: boolean): void {
    const said = text.replace(/\s+/g, ' ');
    if (said.trim() !== '' && !emphasised) this.#emphasised = false;
    this.#open += this.#open === '' || this.#open.endsWith(' ') ? said.trimStart() : said;
  }

  /** Ends the line; `mark` is what stands before it. A line that is all emphasis is shown as such: it may be a heading. */
  end(mark = ''): void {
    const said = this.#open.trim();
    const emphasised = this.#emphasised && mark === '' && said.length < 90;
    if (said !== '') this.#lines.push(emphasised ? `**${said}**` : `${mark}${said}`);
    this.#open = '';
    this.#emphasised = true;
  }

  row(cells: readonly string[]): void {
    this.#lines.push(`| ${cells.join(' | ')} |`);
  }

  gap(): void {
    if (this.#lines.at(-1) !== '') this.#lines.push('');
  }

  text(): string {
    this.end();
    return this.#lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
  }
}

function walk(node: AnyNode, lines: Lines, emphasised = false, mark = ''): void {
  if (node.type === 'text') lines.write(node.data, emphasised);
  else if (node.type === 'root') for (const child of node.children) walk(child, lines);
  else if (node.type === 'tag') walkElement(node, lines, emphasised, mark);
}

function walkElement(element: Element, lines: Lines, emphasised: boolean, mark: string): void {
  const name = element.name.toLowerCase();
  const into = (strong: boolean, own = mark) => {
    for (const child of element.children) walk(child, lines, strong, own);
  };
  const level = /^h([1-6])$/.exec(name)?.[1];
  if (name === 'br') lines.end(mark);
  else if (level !== undefined) {
    lines.end(mark);
    lines.gap();
    into(false);
    lines.end(`${'#'.repeat(Number(level))} `);
  } else if (name === 'li' || lines.structure.items.has(element)) {
    lines.end(mark);
    const own = mark === '' ? '- ' : `  ${mark}`;
    into(false, own);
    lines.end(own);
  } else if (labels.has(name) || lines.structure.headings.has(element)) {
    lines.end(mark);
    lines.gap();
    into(true, '');
    lines.end();
  } else if (name === 'table' && isPlainTable(element)) {
    lines.end(mark);
    lines.gap();
    for (const row of rowsOf(element)) lines.row(row.map((cell) => textOfCell(cell, lines.structure)));
    lines.gap();
  } else if (blocks.has(name)) {
    lines.end(mark);
    if (name === 'p' || name === 'tr' || ((name === 'ul' || name === 'ol') && mark === '')) lines.gap();
    into(emphasised);
    lines.end(mark);
  } else into(emphasised || isEmphasis(element, name));
}

/** What names the part of a page that follows it. */
const labels = new Set(['dt', 'summary', 'legend', 'caption']);
const emphatic = new Set(['strong', 'b', 'u']);
const heavy = /font-weight:\s*(?:bold|bolder|[6-9]00)|text-decoration:\s*underline/i;

const isEmphasis = ({ attribs }: Element, name: string) => emphatic.has(name) || heavy.test(attribs.style ?? '');

/** A table of words, and not one that only places the page. */
function isPlainTable(table: Element): boolean {
  const rows = rowsOf(table);
  const holds = (element: Element, names: RegExp): boolean =>
    elementsIn(element).some((child) => names.test(child.name) || holds(child, names));
  return rows.length > 1 && rows.every((row) => row.length > 1) && !holds(table, /^(?:table|h[1-6])$/);
}

function rowsOf(table: Element): Element[][] {
  return elementsIn(table).flatMap((child) => {
    if (/^t(?:head|body|foot)$/.test(child.name)) return rowsOf(child);
    return child.name === 'tr' ? [elementsIn(child).filter(({ name }) => name === 'td' || name === 'th')] : [];
  });
}

/** Lines and points of a cell on one line, as a row of a table needs them. */
function textOfCell(cell: Element, structure: PageStructure): string {
  const lines = new Lines(structure);
  for (const child of cell.children) walk(child, lines, false);
  return lines
    .text()
    .split('\n')
    .map((line) => line.replace(/^(?:- |\*\*)|\*\*$/g, '').replaceAll('|', '/'))
    .filter((line) => line !== '')
    .join(' • ');
}
