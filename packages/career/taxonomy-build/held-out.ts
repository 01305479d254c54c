import { createHash } from 'node:crypto';
import { readSource } from './sources.js';

export interface Label {
  readonly label: string;
  readonly concept: string;
}

const asWords = (text: string) => text.trim().toLowerCase();

/** The alternative labels of ESCO skills that differ from every preferred label. */
function alternativeLabels(folder: string): Label[] {
  const skills = readSource(folder, 'skills');
  const preferred = new Set(skills.map((skill) => asWords(skill.preferredLabel ?? '')));
  return skills.flatMap((skill) =>
    (skill.altLabels ?? '')
      .split('\n')
      .map(asWords)
      .filter((label) => label !== '' && !preferred.has(label))
      .map((label) => ({ label, concept: asWords(skill.preferredLabel ?? '') })),
  );
}

/** Five hundred of them, chosen by the smallest SHA-1: a fair draw that anybody can repeat. */
export function heldOutLabels(folder: string, count = 500): Label[] {
  const keyed = alternativeLabels(folder).map((one) => ({
    ...one,
    key: createHash('sha1').update(one.label).digest('hex'),
  }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
  const seen = new Set<string>();
  const chosen = keyed.filter(({ label }) => !seen.has(label) && seen.add(label)).slice(0, count);
  return chosen.map(({ label, concept }) => ({ label, concept }));
}

export function preferredLabels(folder: string): string[] {
  return readSource(folder, 'skills').map((skill) => asWords(skill.preferredLabel ?? ''));
}
