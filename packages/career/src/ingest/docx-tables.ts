/**
 * Tables of a Word file. Most resumes in German have one: dates in a narrow column, and beside them what was done. Others place
 * the page with one: then a cell is a column of its own, and is read to its end before the next begins.
 */
import * as cheerio from 'cheerio/slim';
import { datesGoOn, withLabel } from './label-cells.js';

const longestLabel = 60;

type Page = ReturnType<typeof cheerio.load>;
type Cell = ReturnType<Page>;

/** The same page with paragraphs where tables were. */
export function withoutTables(html: string): string {
  if (!html.includes('<table')) return html;
  const page = cheerio.load(html, { xml: { decodeEntities: false } });
  for (let table = innermost(page); table.length > 0; table = innermost(page)) {
    const rows = table.find('tr').toArray();
    table.replaceWith(rows.map((row) => rowOf(page, page(row).children('td, th'))).join(''));
  }
  return page.html();
}

const innermost = (page: Page) =>
  page('table')
    .filter((_, table) => page(table).find('table').length === 0)
    .first();

function rowOf(page: Page, cells: Cell): string {
  const all = cells.toArray().map((cell) => page(cell));
  const filled = all.filter((cell) => cell.text().trim() !== '');
  const last = filled.at(-1);
  if (last === undefined) return '';
  const labels = filled.slice(0, -1).map((cell) => labelIn(page, cell));
  if (labels.some((label) => label === undefined)) return filled.map((cell) => `<p></p>${cell.html()}<p></p>`).join('');
  return labelled(page, labels.join(' | '), last);
}

/** The words of a cell that says one thing; dates may stand in two lines. */
function labelIn(page: Page, cell: Cell): string | undefined {
  if (cell.find('ul, ol, h1, h2, h3, h4, h5, h6').length > 0) return undefined;
  const blocks = cell.children('p').toArray();
  const lines = (blocks.length === 0 ? [cell.html() ?? ''] : blocks.map((block) => page(block).html() ?? ''))
    .flatMap((inner) => inner.split(/<br\s*\/?>/))
    .map((inner) => inner.replace(/<[^>]+>/g, '').trim())
    .filter((line) => line !== '');
  const [first = '', second] = lines;
  const isOne = lines.length <= 1 || (lines.length === 2 && datesGoOn(first, second ?? ''));
  const said = lines.join(' ');
  return isOne && said.length <= longestLabel ? said : undefined;
}

/** Before the first paragraph of what it names. */
function labelled(page: Page, label: string, cell: Cell): string {
  const [first] = cell.children().toArray();
  if (first === undefined || first.name !== 'p') {
    const isWords = first === undefined || /^(?:strong|em|a|span|br)$/.test(first.name);
    return isWords ? `<p>${withLabel(label, (cell.html() ?? '').trim())}</p>` : `<p>${label}</p>${cell.html()}`;
  }
  const paragraph = page(first);
  paragraph.html(withLabel(label, (paragraph.html() ?? '').trim()));
  return cell.html() ?? '';
}
