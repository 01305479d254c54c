/** What does not hold: where in the proof, what it claims and what was found. */
export class NotProven extends Error {
  readonly where: string;
  readonly claimed: number | null;
  readonly found: number | null;

  constructor(where: string, what: string, claimed: number | null = null, found: number | null = null) {
    super(`${where}: ${what}`);
    this.where = where;
    this.claimed = claimed;
    this.found = found;
  }
}

/** Throws unless one number is at most another, within what may come between them. */
export function requireAtMost(where: string, small: number, large: number, tolerance: number): void {
  if (small <= large + tolerance) return;
  const solvable = Number.isFinite(small) && Number.isFinite(large);
  const what = solvable ? `${small} should not be above ${large}` : 'the stage has no solution there';
  throw new NotProven(where, what, finite(small), finite(large));
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
