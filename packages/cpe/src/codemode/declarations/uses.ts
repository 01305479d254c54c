import { resolveReference, type Target } from './pointers.js';
import { isSchema, type Schema } from './schema.js';

function* referencesIn(value: unknown, budget: { left: number }): Generator<string> {
  budget.left -= 1;
  if (budget.left < 0 || typeof value !== 'object' || value === null) return;
  if (isSchema(value) && typeof value.$ref === 'string') yield value.$ref;
  for (const each of Object.values(value)) yield* referencesIn(each, budget);
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
