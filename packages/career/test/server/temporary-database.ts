import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where a database may be made; the folder goes with the rest of the temporary files. */
export function temporaryDatabase(): string {
  return join(mkdtempSync(join(tmpdir(), 'quadrivium-career-')), 'career.db');
}
