/** True when no container lies deeper than `limit`; recursion stops there, so hostile nesting cannot exhaust the stack. */
export function isWithinDepth(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (limit === 0) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (!isWithinDepth(item, limit - 1)) return false;
    return true;
  }
  for (const key in value) if (!isWithinDepth((value as Record<string, unknown>)[key], limit - 1)) return false;
  return true;
}
