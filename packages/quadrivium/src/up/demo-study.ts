import { cpSync, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const cases = join(dirname(createRequire(import.meta.url).resolve('@quadrivium/cobre/package.json')), 'cases');

/** Copies a small study of ours to where it may be run; a study that is there already is left alone. */
export function seedStudy(studies: string, name: string): string {
  const target = join(studies, name);
  if (!existsSync(target)) cpSync(join(cases, name, 'case'), target, { recursive: true });
  return target;
}
