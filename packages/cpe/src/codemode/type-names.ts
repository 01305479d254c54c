import { typeName } from './identifiers.js';

/**
 * A name for the types of each tool, all different: that of the tool, with its server before it where several tools have
 * the same, and with a number where that is not enough.
 */
export function typeNames(tools: readonly { readonly server: string; readonly name: string }[]): string[] {
  const plain = tools.map(({ name }) => typeName(name));
  const taken = new Set<string>();
  return tools.map(({ server }, index) => {
    const own = plain[index] ?? '';
    const isShared = plain.filter((each) => each === own).length > 1;
    const name = firstFree(isShared ? `${typeName(server)}${own}` : own, taken);
    taken.add(name);
    return name;
  });
}

function firstFree(wish: string, taken: ReadonlySet<string>): string {
  let name = wish;
  for (let n = 2; taken.has(name); n += 1) name = `${wish}_${n}`;
  return name;
}
