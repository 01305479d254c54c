import { dispatchCases } from './dispatch.js';
import type { OwnCase } from './study.js';
import { uncertaintyCases } from './uncertainty.js';
import { waterCases } from './water.js';

/** The project's own cases, as `packages/cobre/cases` holds them. */
export const ownCases: readonly OwnCase[] = [...dispatchCases, ...waterCases, ...uncertaintyCases];
export type { Check, OwnCase } from './study.js';
