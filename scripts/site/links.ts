/** Links of a page that lead to pages of the site stay; those to a folder lead to its page; those to code become plain words. */
import { join, normalize } from 'node:path/posix';
import type { SiteFiles } from './pages.js';

const link = /(!?)\[([^\]]*)\]\(([^()\s]+)\)/g;

export function linkedWithin(path: string, text: string, files: SiteFiles): string {
  return outsideFences(text, (part) =>
    part.replaceAll(link, (whole, picture: string, words: string, target: string) => {
      if (/^([a-z]+:|#)/.test(target)) return whole;
      const [file = '', anchor] = target.split('#');
      const found = pageFor(normalize(join(path, '..', file)), files);
      if (found === undefined) return words;
      const up = '../'.repeat(path.split('/').length - 1);
      return `${picture}[${words}](${up === '' ? './' : up}${onSite(found)}${anchor === undefined ? '' : `#${anchor}`})`;
    }),
  );
}

/** A folder is opened by its `index.html`, and what was its README is that page. */
export const onSite = (path: string): string => path.replace(/(^|\/)README\.md$/, '$1index.md');

function pageFor(target: string, files: SiteFiles): string | undefined {
  const folder = `${target.replace(/\/$/, '')}/README.md`;
  return files.has(target) ? target : files.has(folder) ? folder : undefined;
}

/** What stands in a fence is shown as it is. */
function outsideFences(text: string, change: (part: string) => string): string {
  return text
    .split(/(^ *(`{3,})[\s\S]*?^ *\2[^\n]*$)/m)
    .filter((part, index) => index % 3 !== 2 || part === undefined)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');
}
