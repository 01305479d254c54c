import { career } from './requirements/career.js';
import { cobre } from './requirements/cobre.js';
import { cpe } from './requirements/cpe.js';
import { portarium } from './requirements/portarium.js';
import type { Requirement } from './requirements/statement.js';

/** Everything the seeds ask for, by system. */
export const requirements: Readonly<Record<string, readonly Requirement[]>> = { cobre, cpe, portarium, career };
