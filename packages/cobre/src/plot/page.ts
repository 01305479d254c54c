import { htmlText } from '@quadrivium/kernel/essentials';

export interface DrawnChart {
  readonly name: string;
  readonly title: string;
  readonly caption: string;
  readonly svg: string;
}

const style = `
  body { margin: 0; background: #f4f6f8; color: #2b3440; font: 15px/1.5 Inter, Helvetica Neue, Arial, sans-serif; }
  main { max-width: 1000px; margin: 0 auto; padding: 32px 20px 60px; }
  h1 { font-size: 24px; margin: 0 0 4px; }
  nav a { margin-right: 16px; color: #2563a8; text-decoration: none; }
  figure { margin: 22px 0; padding: 18px; background: #fff; border-radius: 10px; box-shadow: 0 1px 4px rgb(30 50 80 / 12%); overflow-x: auto; }
  figure svg { display: block; max-width: 100%; height: auto; margin: 0 auto; }
  figcaption { color: #5c6672; margin-top: 10px; }
  section { margin: 22px 0; padding: 18px; background: #fff; border-radius: 10px; box-shadow: 0 1px 4px rgb(30 50 80 / 12%); overflow-x: auto; }
  table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
  caption { text-align: left; font-weight: 600; font-size: 17px; padding-bottom: 8px; }
  th, td { padding: 5px 12px 5px 0; border-bottom: 1px solid #e8ebef; text-align: right; }
  th:first-child, td:first-child { text-align: left; }
  .note { color: #9a3412; font-weight: 600; }
`;

export interface PageTable {
  readonly name: string;
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Said below it. */
  readonly note?: string;
}

/** All charts on one page that needs nothing else: no network, no script. */
export function chartPage(title: string, charts: readonly DrawnChart[]): string {
  return page(title, [], charts.map(linkTo), charts.map(figure));
}

/** Tables first, then charts; `lines` stand below the title, the first one in a colour when something is missing. */
export function reportPage(
  title: string,
  lines: readonly { readonly text: string; readonly warns: boolean }[],
  tables: readonly PageTable[],
  charts: readonly DrawnChart[],
): string {
  const said = lines.map(({ text, warns }) => `<p${warns ? ' class="note"' : ''}>${htmlText(text)}</p>`);
  return page(title, said, [...tables, ...charts].map(linkTo), [...tables.map(tableSection), ...charts.map(figure)]);
}

function page(title: string, lines: readonly string[], links: readonly string[], parts: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${htmlText(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${htmlText(title)}</h1>
${lines.join('\n')}
<nav aria-label="Contents">${links.join('')}</nav>
${parts.join('\n')}
</main>
</body>
</html>
`;
}

function linkTo({ name, title }: { readonly name: string; readonly title: string }): string {
  return `<a href="#${name}">${htmlText(title)}</a>`;
}

function figure({ name, title, caption, svg }: DrawnChart): string {
  return `<figure id="${name}" aria-label="${htmlText(title)}">\n${svg}\n<figcaption>${htmlText(caption)}</figcaption>\n</figure>`;
}

const mostOpen = 40;

function tableSection({ name, title, head, rows, note }: PageTable): string {
  const heads = head.map((text) => `<th scope="col">${htmlText(text)}</th>`).join('');
  const lines = rows.map(
    ([first = '', ...rest]) =>
      `<tr><th scope="row">${htmlText(first)}</th>${rest.map((text) => `<td>${htmlText(text)}</td>`).join('')}</tr>`,
  );
  const below = note === undefined ? '' : `<p>${htmlText(note)}</p>`;
  const content = `<table><caption>${htmlText(title)}</caption><thead><tr>${heads}</tr></thead><tbody>${lines.join('\n')}</tbody></table>`;
  // A number for every stage is there for whoever looks for it, and out of the way of everybody else.
  const table = rows.length > mostOpen ? `<details><summary>${htmlText(title)}</summary>${content}</details>` : content;
  return `<section id="${name}">${table}${below}</section>`;
}
