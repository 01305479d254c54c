/**
 * The two forms in which cases are written: that of release 0.5.1, and that of today (0.14 and later). A case is of one
 * generation as a whole; which one is told by its keys (`marks.ts`), never by a flag.
 */
export type Generation = 'cobre-0.5' | 'current';

export const generations = ['cobre-0.5', 'current'] as const;

/** How people call them. */
export const generationNames: Readonly<Record<Generation, string>> = {
  'cobre-0.5': 'release 0.5.1',
  current: 'the current format',
};
