import { inOrder, type Operation } from '@quadrivium/kernel';
import * as members from './index.js';

/** Any of them, with the types it declares. */
export type CobreOperation = (typeof members)[keyof typeof members];

/** The ten of the specification, the two that go with runs in the background, and what was added since. */
export const operations = inOrder<CobreOperation>(Object.values(members), [
  'cobre/validate',
  'cobre/run',
  'cobre/query-results',
  'cobre/query-convergence',
  'cobre/inspect-policy',
  'cobre/compare-policies',
  'cobre/inspect-case',
  'cobre/list-scenarios',
  'cobre/export-results',
  'cobre/get-config-schema',
  'cobre/get-task-status',
  'cobre/cancel-task',
]) as readonly Operation[];
