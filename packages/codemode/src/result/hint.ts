import type { Catalog } from '../catalog.js';

const UNKNOWN_NAME = /Cannot find name '([\w$]+)'|'?([\w$]+)'? is not defined/;

/** One line against what models do most often: names without `tools.` before them, and results without `await`. */
export function hintFor(message: string, catalog: Catalog): string | undefined {
  if (/does not exist on type 'Promise</.test(message)) return 'Await the call before using its result.';
  const found = UNKNOWN_NAME.exec(message);
  const name = found?.[1] ?? found?.[2];
  if (name === undefined) return undefined;
  if (name === 'state') return 'Programs start clean; return or print what a later one needs.';
  if (catalog.entries.some(({ server }) => server === name))
    return `Write tools.${name}.<tool>(...) instead of ${name}.`;
  const entries = catalog.entries.filter((entry) => entry.name === name);
  const paths = entries.map(({ path }) => `tools.${path}(...)`);
  if (paths.length > 0) return `Write ${paths.join(' or ')} instead of ${name}(...).`;
  return GONE.has(name)
    ? `Programs have no ${name}: they are plain JavaScript, and everything outside is reached through tools.`
    : undefined;
}

const GONE = new Set([
  'fetch',
  'process',
  'require',
  'Buffer',
  'fs',
  'module',
  'XMLHttpRequest',
  'Deno',
  'Bun',
  'window',
  'Intl',
  'URL',
  'TextEncoder',
]);
