/** Which half a labelled file belongs to is drawn by its name, so that nobody chooses. */
import { createHash } from 'node:crypto';

export function drawnHalf(name: string): 'tuning' | 'test' {
  const first = createHash('sha256').update(name).digest()[0] ?? 0;
  return first % 2 === 0 ? 'tuning' : 'test';
}
