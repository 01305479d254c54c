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

/** What is called just so comes first, then what begins so: of many that have the words, few are shown. */
export function closestFirst(words: string, found: readonly Found[]): Found[] {
  const asked = words.trim().toLowerCase();
  const rank = ({ title }: Found): number => {
    const name = title.toLowerCase();
    return name === asked ? 0 : name.startsWith(asked) ? 1 : 2;
  };
  return [...found].sort((one, other) => rank(one) - rank(other));
}
