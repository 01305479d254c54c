import type { SystemOf } from '../equipment/members.js';

/**
 * The physical system. Entities are in canonical order and refer to each other by dense index; whatever may change from
 * stage to stage (bounds, penalties, existence) is already resolved in `at[stageIndex]`: file defaults, entity
 * overrides and stage overrides are applied, so that nobody downstream reads an override table.
 */
export type System = SystemOf;

/** An entity exists from `entryStageId` on (null: from the start) and is gone from `exitStageId` on (null: never). */
export interface Lifetime {
  readonly entryStageId: number | null;
  readonly exitStageId: number | null;
}
