import { members } from '../../equipment/members.js';
import type { FileRule } from '../rule.js';
import { conditionalKeys } from './conditional-keys.js';
import { discouraged } from './discouraged.js';
import { expressions } from './expressions.js';
import { pastInflowSeasons, recentObservations } from './initial-conditions.js';
import { scenarioSource } from './scenario-source.js';
import { stageBlocks } from './stage-blocks.js';
import { stageDates } from './stage-dates.js';
import { uniqueIds } from './unique-ids.js';
import { uniqueRows } from './unique-rows.js';

/** Layer 2: what can be said about one file alone beyond its schema. */
export const fileRules: readonly FileRule[] = [
  uniqueIds,
  uniqueRows,
  conditionalKeys,
  ...members.flatMap(({ fileRules = [] }) => fileRules),
  stageBlocks,
  stageDates,
  recentObservations,
  pastInflowSeasons,
  scenarioSource,
  expressions,
  discouraged,
];
