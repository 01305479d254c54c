import { inOrder } from '@quadrivium/kernel';
import * as members from './index.js';

/** Any of them, with the types it declares. */
export type CareerOperation = (typeof members)[keyof typeof members];

/** The four of the specification, then what makes them usable. */
export const careerOperations = inOrder<CareerOperation>(Object.values(members), [
  'match_opportunity',
  'validate_match_report',
  'get_audit_trace',
  'interaction_apply_event',
]);
