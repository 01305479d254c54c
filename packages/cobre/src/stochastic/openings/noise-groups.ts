import type { Stage } from '../../case/model.js';

/** Consecutive stages of the same season and start year share their noise; a stage without a season is on its own. */
export interface NoiseGroup {
  readonly number: number;
  /** The stage whose id seeds the group's noise. */
  readonly leader: Stage;
}

export function noiseGroups(stages: readonly Stage[]): readonly NoiseGroup[] {
  const groups: NoiseGroup[] = [];
  stages.forEach((stage, i) => {
    const before = groups[i - 1];
    const shares = before !== undefined && sameSeason(before.leader, stage);
    groups.push(shares ? before : { number: before === undefined ? 0 : before.number + 1, leader: stage });
  });
  return groups;
}

function sameSeason(a: Stage, b: Stage): boolean {
  return a.seasonId !== null && a.seasonId === b.seasonId && a.startYear === b.startYear;
}
