/**
 * The explaining pages as HTML. They are Markdown of the plainest sort: headings, paragraphs, code in a line and links to
 * other pages, which are only words here because a server ships no other pages.
 */
import { htmlText } from '../essentials/html-text.js';
import { anchorOf } from './page-address.js';

export interface HtmlPage {
  readonly html: string;
  /** The one style there is, so that a policy can name it. */
  readonly style: string;
}

const style = [
  ':root{color-scheme:light dark}',
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:45rem;margin:0 auto;padding:1rem}',
  'h3{margin:1.5rem 0 0}p{margin:.3rem 0}:target{outline:2px solid;outline-offset:.3rem}',
  'code{overflow-wrap:anywhere}',
].join('');

export function pageHtml(markdown: string): HtmlPage {
  const blocks = markdown.trim().split(/\n{2,}/);
  const title = (blocks[0] ?? '').replace(/^# /, '');
  const body = blocks.map(blockHtml).join('\n');
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${inLine(title)}</title>`;
  const html = `<!doctype html><html lang="en"><head>${head}<style>${style}</style></head><body><main>\n${body}\n</main></body></html>\n`;
  return { html, style };
}

function blockHtml(block: string): string {
  const [, marks, heading = ''] = /^(#{1,3}) (.*)$/.exec(block) ?? [];
  if (marks === undefined) return `<p>${inLine(block)}</p>`;
  return `<h${marks.length} id="${htmlText(anchorOf(heading))}">${inLine(heading)}</h${marks.length}>`;
}

function inLine(text: string): string {
  return htmlText(text)
    .replaceAll(/\[([^\]]*)\]\([^()\s]*\)/g, '$1')
    .replaceAll(/`([^`]*)`/g, '<code>$1</code>');
}
