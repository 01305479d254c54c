import { resolveReference, type Target } from './pointers.js';
import { isSchema, type Schema } from './schema.js';

/** Every reference in a value, not by recursion: a server may nest schemas as deep as it likes. */
function* referencesIn(value: unknown, budget: { left: number }): Generator<string> {
  const queue: unknown[] = [value];
  while (queue.length > 0 && budget.left > 0) {
    const next = queue.pop();
    budget.left -= 1;
    if (typeof next !== 'object' || next === null) continue;
    if (isSchema(next) && typeof next.$ref === 'string') yield next.$ref;
    queue.push(...Object.values(next).slice(0, budget.left));
  }
}

/** How often each part of the schema is referred to, by its key. */
export function countUses(root: Schema, maxParts: number): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const reference of referencesIn(root, { left: maxParts * 4 })) {
    const key = resolveReference(root, reference)?.key;
    if (key !== undefined) uses.set(key, (uses.get(key) ?? 0) + 1);
  }
  return uses;
}

/** Whether following references from the part can lead back to it. */
export function isRecursive(root: Schema, target: Target, maxParts: number): boolean {
  const seen = new Set<string>();
  const queue: unknown[] = [target.schema];
  const budget = { left: maxParts * 4 };
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const reference of referencesIn(next, budget)) {
      const found = resolveReference(root, reference);
      if (found === undefined || seen.has(found.key)) continue;
      if (found.key === target.key) return true;
      seen.add(found.key);
      queue.push(found.schema);
    }
  }
  return false;
}
