import { bounds } from '../bounds.js';

/**
 * Why a schema is too large to be taken, or undefined. Walked without recursion and no further than the bounds, so that
 * asking costs no more than the bounds allow.
 */
export function schemaExcess(schema: object): string | undefined {
  const { depth, nodes, chars } = bounds.schema;
  let [level, countedNodes, countedChars]: [unknown[], number, number] = [[schema], 0, 0];
  for (let deep = 1; level.length > 0; deep += 1) {
    if (deep > depth) return `nests deeper than ${depth} levels`;
    const next: unknown[] = [];
    for (const node of level) {
      const isList = Array.isArray(node);
      for (const [name, value] of Object.entries(node as object)) {
        countedNodes += 1;
        countedChars += (isList ? 0 : name.length) + (typeof value === 'string' ? value.length : 0);
        if (countedNodes > nodes) return `has more than ${nodes} members`;
        if (countedChars > chars) return `has more than ${chars} characters`;
        if (typeof value === 'object' && value !== null) next.push(value);
      }
    }
    level = next;
  }
  return undefined;
}

/** How many members a value has in all, counted no further than `most`. */
export function membersOf(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  const waiting: object[] = [value];
  let count = 1;
  for (let node = waiting.pop(); node !== undefined && count <= most; node = waiting.pop()) {
    const members = Object.values(node);
    count += members.length;
    for (const member of members) if (typeof member === 'object' && member !== null) waiting.push(member);
  }
  return count;
}
