import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { explainingPages } from '../packages/kernel/src/explained/index.js';
import { siteConfig } from '../scripts/site/config.js';
import { linkedWithin } from '../scripts/site/links.js';
import { sitePages } from '../scripts/site/pages.js';
import { toolSet } from './support/tool-sets.js';

const root = join(import.meta.dirname, '..');

describe('links of a page on the site', () => {
  const files = new Map([
    ['docs/guides/a.md', ''],
    ['docs/guides/README.md', ''],
    ['README.md', ''],
  ]);
  const shown = (text: string) => linkedWithin('docs/tutorial/b.md', text, files);

  test('lead to pages and to the page of a folder, with their anchors', () => {
    expect(shown('[x](../guides/a.md#how)')).toBe('[x](../../docs/guides/a.md#how)');
    expect(shown('[x](../guides)')).toBe('[x](../../docs/guides/index.md)');
  });

  test('elsewhere stay, and those to code are words', () => {
    expect(shown('[x](https://example.org/a) [y](#z)')).toBe('[x](https://example.org/a) [y](#z)');
    expect(shown('see [the list](../../scripts/tools.mjs)')).toBe('see the list');
  });

  test('are left alone where code is shown', () => {
    const code = '```md\n[x](nowhere.md)\n```';
    expect(shown(`${code}\n[x](nowhere.md)`)).toBe(`${code}\nx`);
  });
});

test('the site lists the tutorials as the README does', () => {
  const files = sitePages(root);
  const readme = files.get('index.md')?.toString() ?? '';
  const [, told = ''] = /^- Tutorials, each run[\s\S]*?(?=\n- )/m.exec(readme)?.[0].split(':') ?? [];
  const inReadme = [...told.matchAll(/docs\/tutorial\/([\w-]+)/g)].map(([, name]) => name);
  const { sidebar } = JSON.parse(siteConfig(files, 'site').replace(/^export default |;\n$/g, '')).themeConfig;
  const tutorials = (sidebar[0].items as { link: string }[]).map(({ link }) => link.split('/').at(-1));
  expect(inReadme).toHaveLength(7);
  expect(tutorials).toEqual(inReadme);
});

/** The builder looks at what is written, people click on what was made of it. */
function deadLinks(site: string): string[] {
  const files = readdirSync(site, { recursive: true }).map(String);
  const known = new Set(files.flatMap((file) => [`/${file}`, `/${file.replace(/index\.html$/, '')}`]));
  return files
    .filter((file) => file.endsWith('.html') && file !== '404.html')
    .flatMap((file) =>
      [...readFileSync(join(site, file), 'utf8').matchAll(/<a [^>]*href="([^"#]+)/g)]
        .map(([, target = '']) => new URL(target, `https://site.test/${file}`))
        .filter(({ host, pathname }) => host === 'site.test' && !known.has(decodeURIComponent(pathname)))
        .map(({ pathname }) => `${file} leads to ${pathname}`),
    );
}

test.skipIf(toolSet('site').absent)(
  'the site has every page and a search (needs: node scripts/tools.mjs site)',
  () => {
    const words = ['--conditions=quadrivium-source', '--import', 'tsx', 'scripts/docs-site.ts'];
    // The builder ends with an error on a link that leads nowhere.
    execFileSync(process.execPath, words, { cwd: root, stdio: 'pipe' });
    for (const page of readdirSync(join(root, 'docs/tutorial')))
      expect(readFileSync(join(root, 'site/docs/tutorial', page.replace('.md', '.html')), 'utf8')).toContain('<h1');
    // What programs link to with QUADRIVIUM_DOCS.
    for (const page of explainingPages) {
      const [made, kept] = ['site/docs/reference', 'docs/reference'].map((folder, at) =>
        readFileSync(join(root, folder, `${page}.${at === 0 ? 'html' : 'md'}`), 'utf8'),
      );
      const headings = [...(kept?.matchAll(/^#{2,3} (\S+)$/gm) ?? [])].map(([, heading = '']) => heading.toLowerCase());
      expect(headings.filter((anchor) => !made?.includes(` id="${anchor}"`))).toEqual([]);
    }
    expect(deadLinks(join(root, 'site'))).toEqual([]);
    const parts = readdirSync(join(root, 'site/assets/chunks'));
    expect(parts.filter((name) => name.includes('localSearchIndex')).length).toBe(1);
  },
  300_000,
);
