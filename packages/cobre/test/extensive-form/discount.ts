import type { RawStudy } from './raw-study.js';

/** d = (1 + r)^(−days / 365.25), with the days and the override of the stage that is left. */
export function discount(study: RawStudy, stage: number): number {
  const { id, start_date, end_date } = study.stages[stage]!;
  const days = (Date.parse(end_date) - Date.parse(start_date)) / 86_400_000;
  const rate = study.transitions.find(({ source_id }) => source_id === id)?.rate ?? study.rate;
  return (1 + rate) ** (-days / 365.25);
}

export function hoursOf({ stages }: RawStudy, stage: number): number {
  return stages[stage]!.blocks.reduce((sum, block) => sum + block.hours, 0);
}
