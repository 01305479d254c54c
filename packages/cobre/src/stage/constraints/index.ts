import { members } from '../../equipment/members.js';
import type { StageConstraint } from '../constraint.js';
import { genericConstraints } from './generic-constraints.js';

/** In order: balances own the rows that everybody else adds to, and user constraints may name any column. */
export const stageConstraints: readonly StageConstraint[] = [
  ...members.flatMap(({ balances = [] }) => balances),
  ...members.flatMap(({ stage }) => stage),
  genericConstraints,
];
