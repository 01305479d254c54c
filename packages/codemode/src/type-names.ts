import { typeName } from './identifiers.js';

/**
 * A name for the types of each tool, all different: that of the tool, with its server before it where several tools have
 * the same, and with a number where that is not enough.
 */
export function typeNames(tools: readonly { readonly server: string; readonly name: string }[]): string[] {
  const plain = tools.map(({ name }) => typeName(name));
  const seen = new Set<string>();
  const shared = new Set(plain.filter((name) => seen.has(name) || !seen.add(name)));
  const free = freeNames();
  return tools.map(({ server }, index) => {
    const own = plain[index] ?? '';
    return free(shared.has(own) ? `${typeName(server)}${own}` : own);
  });
}

/** Gives each wish as it is, or with the next number that nobody has. */
function freeNames(): (wish: string) => string {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return (wish) => {
    let name = wish;
    for (; taken.has(name); next.set(wish, (next.get(wish) ?? 2) + 1)) name = `${wish}_${next.get(wish) ?? 2}`;
    taken.add(name);
    return name;
  };
}
