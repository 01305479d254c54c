/** The specification itself, read where it lies beside the repository: its JSON, by section and title. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../../../shared/seeds', import.meta.url));

/** With CI=true the absence of the specification is a failure instead of a skip. */
export const skipSeeds = !existsSync(folder) && process.env.CI !== 'true';

function readSeed(number: '000' | '001'): string {
  if (skipSeeds) return '';
  const name = readdirSync(folder).find((file) => file.startsWith(number));
  return readFileSync(join(folder, name ?? number), 'utf8');
}

export type Json = Readonly<Record<string, unknown>>;

export interface SeedBlock {
  readonly title: string;
  readonly json: Json;
}

export interface SeedSection {
  /** `cobre/validate`; empty where a section is about no tool or prompt. */
  readonly name: string;
  readonly text: string;
  readonly blocks: readonly SeedBlock[];
}

/** The sections of the older text, which keeps its Markdown; the newer one says the same without. */
export const sections: readonly SeedSection[] = readSeed('000')
  .split(/^###? (?=\d)/m)
  .slice(1)
  .map((text) => ({ name: /^[\d.]+ `(cobre\/[a-z-]+)`/.exec(text)?.[1] ?? '', text, blocks: blocksOf(text) }));

export const newerText = readSeed('001');

function blocksOf(text: string): SeedBlock[] {
  // A block with an ellipsis in it only hints at its shape.
  return [...text.matchAll(/\*\*([^*]+):\*\*\s+```json\n([\s\S]*?)```/g)]
    .filter(([, , json]) => !json?.includes('...'))
    .map(([, title = '', json = '']) => ({ title, json: JSON.parse(json) as Json }));
}

/** Without the specification one section stands for all, so that what is skipped shows as skipped. */
export const toolSections: readonly SeedSection[] = skipSeeds
  ? [{ name: 'every tool of the specification, which is absent', text: '', blocks: [] }]
  : sections.filter(({ text }) => /^2\.\d+ `cobre/.test(text));
export const promptSections = sections.filter(({ text }) => /^4\.\d `cobre/.test(text));

export function blocksTitled({ blocks }: SeedSection, start: string): readonly Json[] {
  return blocks.filter(({ title }) => title.startsWith(start)).map(({ json }) => json);
}

/** Paths at which two values differ, those inside something that only one of them has left out. */
export function differences(expected: unknown, actual: unknown, path = ''): string[] {
  if (Object.is(expected, actual)) return [];
  const nested = [expected, actual].every((value) => typeof value === 'object' && value !== null);
  if (!nested) return [path];
  const [a, b] = [expected as Json, actual as Json];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((key) =>
    differences(a[key], b[key], `${path}/${key}`),
  );
}
