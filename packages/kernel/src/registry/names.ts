import { Fault } from '../fault.js';

/** A spelling every model provider accepts: letters, digits, `_` and `-`, at most 64. */
export function portableName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 64);
}

/** All spellings a caller may use: the seed's, the portable one, the dotted one, and what the definition adds. */
export function spellings(name: string, aliases: readonly string[] = []): readonly string[] {
  return [...new Set([name, portableName(name), name.replaceAll('/', '.'), ...aliases])];
}

interface Named {
  readonly name: string;
  readonly aliases?: readonly string[];
}

/** Every spelling leads to exactly one definition; a clash is an error of whoever wrote the list. */
export function indexBySpelling<Item extends Named>(items: readonly Item[], kindOfItem: string): Map<string, Item> {
  const index = new Map<string, Item>();
  for (const item of items) {
    for (const spelling of spellings(item.name, item.aliases)) {
      const other = index.get(spelling);
      if (other !== undefined) throw clash(kindOfItem, spelling, other.name, item.name);
      index.set(spelling, item);
    }
  }
  return index;
}

function clash(kindOfItem: string, spelling: string, first: string, second: string): Fault {
  return new Fault('NameClash', `Two ${kindOfItem}s answer to '${spelling}': '${first}' and '${second}'.`, {
    suggestion: 'Rename one, or drop the alias.',
  });
}
