export interface Found {
  readonly group: string;
  readonly title: string;
  readonly detail?: string;
  readonly href: string;
}

/** A place where the search looks. */
export interface Source {
  readonly name: string;
  find(words: string, signal: AbortSignal): Promise<readonly Found[]>;
}

/** Of each kind. */
export const most = 5;

export const fits = (words: string, ...said: readonly string[]): boolean => {
  const all = said.join(' ').toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
};
