/**
 * What the page shows of a study as one file that needs nothing else: the cards in their order, every chart as a picture
 * with its numbers below it, and the plants that were chosen. It is made of the page itself, so it says what the page says.
 */

/** Pieces that act, or that belong to other programs. */
const acting =
  'button, input, textarea, iframe, script, .buttons, .export, .question, .u-legend .u-value, [role="status"]';

const style = `
  body { max-width: 62rem; margin: 0 auto; padding: 2rem 1.25rem; font: 15px/1.5 system-ui, sans-serif; }
  section { margin: 0 0 2rem; }
  img { max-width: 100%; height: auto; }
  figure { margin: 1rem 0 1.5rem; }
  figcaption { font-weight: 600; }
  table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
  th, td { padding: 0.15rem 0.9rem 0.15rem 0; text-align: left; }
  dl div { display: flex; gap: 1rem; } dt { min-width: 8rem; } dd { margin: 0; }
  .hidden { position: absolute; clip-path: inset(50%); }
`;

export async function reportOf(title: string, cards: readonly HTMLElement[]): Promise<string> {
  const folded = await unfold(cards);
  const report = document.implementation.createHTMLDocument(title);
  // Pictures carry the colours of the page, so the file has them too.
  const { backgroundColor, color } = getComputedStyle(document.body);
  report.documentElement.lang = 'en';
  report.head.prepend(element(report, 'meta', { charset: 'utf-8' }));
  report.body.append(
    element(report, 'h1', {}, title),
    ...cards.map((card) => copyOf(card, report)).filter((card) => card.childElementCount > 0),
  );
  for (const fold of folded) fold.open = false;
  // A style that is put into a document of this page is refused by the policy of this page; the text of the file is free.
  const colours = `body { background: ${backgroundColor}; color: ${color}; }`;
  const styled = report.documentElement.outerHTML.replace(
    '</head>',
    () => `<style>${style}  ${colours}\n</style></head>`,
  );
  return `<!doctype html>\n${styled}\n`;
}

/** Numbers of a chart are drawn up when somebody looks at them; gives back those that were closed. */
async function unfold(cards: readonly HTMLElement[]): Promise<readonly HTMLDetailsElement[]> {
  const folds = cards.flatMap((card) => [...card.querySelectorAll<HTMLDetailsElement>('figure.chart details')]);
  const closed = folds.filter(({ open }) => !open);
  for (const fold of closed) fold.open = true;
  for (let waits = 0; waits < 200 && folds.some((fold) => fold.querySelector('table') === null); waits += 1)
    await new Promise((resolve) => setTimeout(resolve, 10));
  return closed;
}

function copyOf(card: HTMLElement, report: Document): HTMLElement {
  const copy = report.importNode(card, true);
  const drawn = [...card.querySelectorAll('canvas')];
  for (const [at, canvas] of [...copy.querySelectorAll('canvas')].entries())
    canvas.replaceWith(pictureOf(report, drawn[at]));
  const chosen = [...card.querySelectorAll('select')].map(({ selectedOptions }) => selectedOptions[0]?.text ?? '');
  for (const [at, select] of [...copy.querySelectorAll('select')].entries())
    select.replaceWith(element(report, 'strong', {}, chosen[at]));
  for (const piece of copy.querySelectorAll(acting)) piece.remove();
  // The picture itself says what it shows, and takes the size of the page it is on.
  for (const plot of copy.querySelectorAll('[role="img"]'))
    for (const name of ['role', 'aria-label']) plot.removeAttribute(name);
  for (const piece of copy.querySelectorAll('[style]')) piece.removeAttribute('style');
  // Where it led, only the server could answer.
  for (const link of copy.querySelectorAll('a')) link.removeAttribute('href');
  return copy;
}

function pictureOf(report: Document, canvas: HTMLCanvasElement | undefined): HTMLElement {
  const alt = canvas?.closest('[role="img"]')?.getAttribute('aria-label') ?? '';
  return element(report, 'img', { src: canvas?.toDataURL('image/png') ?? '', alt });
}

function element(report: Document, name: string, attributes: Readonly<Record<string, string>>, text = ''): HTMLElement {
  const made = report.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}
