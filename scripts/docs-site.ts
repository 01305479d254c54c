/**
 * `npm run docs:site`: the pages of this repository as a site with search, in `site/`. Every link is followed: one that leads
 * nowhere fails the build.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { siteConfig } from './site/config.js';
import { sitePages } from './site/pages.js';
import { ensureTools } from './tools.mjs';

const root = join(import.meta.dirname, '..');
const target = join(root, 'site');
const folder = ensureTools('site');
const pages = join(folder, 'pages');

const files = sitePages(root);
rmSync(pages, { recursive: true, force: true });
for (const [path, content] of [...files, ['.vitepress/config.mjs', siteConfig(files, target)] as const]) {
  mkdirSync(dirname(join(pages, path)), { recursive: true });
  writeFileSync(join(pages, path), content);
}
const vitepress = join(folder, 'node_modules/vitepress/bin/vitepress.js');
const { status } = spawnSync(process.execPath, [vitepress, 'build', pages], { cwd: folder, stdio: 'inherit' });
if (status === 0)
  process.stdout.write(
    `${files.size} files in ${target}. Any web server shows them: python3 -m http.server --bind 127.0.0.1 --directory site\n`,
  );
process.exit(status ?? 1);
