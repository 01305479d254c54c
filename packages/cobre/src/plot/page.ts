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
`;

/** All charts on one page that needs nothing else: no network, no script. */
export function chartPage(title: string, charts: readonly DrawnChart[]): string {
  const links = charts.map(({ name, title: text }) => `<a href="#${name}">${escaped(text)}</a>`).join('');
  const figures = charts.map(
    ({ name, title: text, caption, svg }) =>
      `<figure id="${name}" aria-label="${escaped(text)}">\n${svg}\n<figcaption>${escaped(caption)}</figcaption>\n</figure>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<nav>${links}</nav>
${figures.join('\n')}
</main>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
