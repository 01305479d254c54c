/** What the site is made of: the pages and pictures that are committed, where they are, with links that work on a site. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { linkedWithin, onSite } from './links.js';

/** Texts that tests read, and notes beside code, are no documentation. */
const isShown = (path: string): boolean =>
  /\.(md|png|svg)$/.test(path) &&
  !/\/(test|taxonomy-build|cases)\//.test(path) &&
  (path.startsWith('docs/') || path.endsWith('.md'));

export type SiteFiles = ReadonlyMap<string, string | Buffer>;

export function sitePages(root: string): SiteFiles {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root });
  const paths = listed.toString('utf8').split('\n').filter(isShown);
  const read = new Map<string, string | Buffer>(
    paths.map((path) => [path, readFileSync(join(root, path), path.endsWith('.md') ? 'utf8' : undefined)]),
  );
  for (const [folder, page] of folderPages(read)) read.set(`${folder}/README.md`, page);
  return new Map(
    [...read].map(([path, content]) => [
      onSite(path),
      typeof content === 'string' ? shown(path, content, read) : content,
    ]),
  );
}

/** Folders that pages link to and that have no page of their own get a list of what is in them. */
function folderPages(files: SiteFiles): [string, string][] {
  const pages = [...files.keys()].filter((path) => path.startsWith('docs/') && path.endsWith('.md'));
  const folders = new Set(pages.map(dirname).filter((folder) => !files.has(`${folder}/README.md`)));
  return [...folders].map((folder) => {
    const inside = pages.filter((path) => dirname(path) === folder);
    const lines = inside.map((path) => `- [${titleOf(files, path)}](${path.slice(folder.length + 1)})`);
    return [folder, `# ${capital(folder.split('/').at(-1) ?? folder)}\n\n${lines.join('\n')}\n`];
  });
}

export function titleOf(files: SiteFiles, path: string): string {
  const heading = /^# (.+)$/m.exec(String(files.get(path) ?? ''));
  return heading?.[1]?.replaceAll('`', '') ?? path;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function shown(path: string, text: string, files: SiteFiles): string {
  // Marks that a page would show: comments, line breaks of a table, and blocks that the tests of tutorials write to a file.
  const plain = text
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll('<br>', ' ')
    .replaceAll(/^```file name=(\S+)$/gm, '$1\n```txt');
  return linkedWithin(path, withAnchors(plain), files);
}

/** Kinds with an underscore keep it in their anchor, as programs link to them; the site's own rule would make a dash of it. */
function withAnchors(text: string): string {
  return text.replaceAll(
    /^(#{2,3} (\w+_\w+))$/gm,
    (_, line: string, kind: string) => `${line} {#${kind.toLowerCase()}}`,
  );
}
