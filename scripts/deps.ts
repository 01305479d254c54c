/**
 * The import directions of the code base, as data. `npm run check` fails on any import that the tables do not name.
 *
 * A name is a folder below `src/` (or a file directly in `src/`, without its ending). Each may import itself and what
 * its row lists. Reading a row from left to right is reading "stands on".
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importTable, packageTable } from './import-table.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

interface Import {
  readonly file: string;
  readonly line: number;
  readonly specifier: string;
  readonly typeOnly: boolean;
}

function sourceFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.path, entry.name));
}

const importPattern = /(?:^|\s)(?:import|export)\s(?:[^'";]*?\sfrom\s)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/g;

function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(importPattern)].map((match) => ({
    file,
    line: text.slice(0, match.index).split('\n').length,
    specifier: match[1] ?? match[2] ?? '',
    typeOnly: /^\s*(?:import|export) type /.test(match[0]),
  }));
}

function partOf(src: string, path: string): string {
  return (relative(src, path).split(sep)[0] ?? '').replace(/\.(?:js|tsx?|css)$/, '');
}

function inside(packageName: string, src: string, { file, specifier }: Import): string | undefined {
  const rows = importTable[packageName] ?? {};
  const from = partOf(src, file);
  const to = partOf(src, resolve(dirname(file), specifier));
  const allowed = rows[from];
  if (allowed === undefined) return `"${from}" has no row in the import table of ${packageName}`;
  if (from === to || allowed === '*' || allowed.includes(to)) return undefined;
  return `${packageName}/${from} may not import ${packageName}/${to}`;
}

function across(packageName: string, src: string, { file, specifier, typeOnly }: Import): string | undefined {
  const to = specifier.slice('@quadrivium/'.length);
  const from = partOf(src, file);
  const rule = packageTable[packageName]?.find(({ target }) => target === to);
  if (rule === undefined) return `${packageName} may not import @quadrivium/${to}`;
  if (rule.types && !typeOnly) return `${packageName} may import only types of @quadrivium/${to}`;
  if (rule.from === '*' || rule.from.includes(from)) return undefined;
  return `${packageName} may import @quadrivium/${to} only from ${rule.from.join(', ')}, not from ${from}`;
}

function problemOf(packageName: string, src: string, found: Import): string | undefined {
  if (found.specifier.startsWith('.')) return inside(packageName, src, found);
  if (found.specifier.startsWith('@quadrivium/')) return across(packageName, src, found);
  return undefined;
}

const problems: string[] = [];
for (const packageName of readdirSync(join(root, 'packages'))) {
  const src = join(root, 'packages', packageName, 'src');
  for (const found of sourceFiles(src).flatMap(importsOf)) {
    const problem = problemOf(packageName, src, found);
    if (problem) problems.push(`${relative(root, found.file)}:${found.line} imports ${found.specifier}: ${problem}.`);
  }
}
if (problems.length > 0) {
  process.stdout.write(`${problems.join('\n')}\n`);
  process.stdout.write('Move the code, or change scripts/import-table.ts and say why in the commit.\n');
  process.exit(1);
}
