import type { GenericConstraint } from './generic-constraint.js';
import type { Horizon } from './horizon.js';
import type { PostStudyStage } from './post-study.js';
import type { Scenarios } from './scenarios.js';
import type { Settings } from './settings.js';
import type { System } from './system.js';

/**
 * A case, read, checked and resolved: what every other part of the engine works on. Entities and stages are addressed
 * by dense index; ids of the files are kept for messages and results only.
 */
export interface Case {
  readonly settings: Settings;
  readonly horizon: Horizon;
  readonly system: System;
  readonly scenarios: Scenarios;
  /** In canonical order of their ids. */
  readonly genericConstraints: readonly GenericConstraint[];
  /** Numbers user constraints may refer to, as the case gives them. */
  /** By date; empty when the case gives none. */
  readonly postStudyStages: readonly PostStudyStage[];
}

export type * from '../equipment/hydros/entity.js';
export type * from './generic-constraint.js';
export type * from './horizon.js';
export type * from './identity.js';
export type * from './post-study.js';
export type * from './scenarios.js';
export type * from './settings.js';
export type * from './system.js';
