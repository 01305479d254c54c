import type { StageNames } from '../service/cases/stage-names.js';

/** Stages from left to right, under the names people know them by. */
export function stageAxis({ title, of }: StageNames, stages: readonly number[]) {
  const names = Object.fromEntries([...new Set(stages)].map((stage) => [stage, of(stage)]));
  if (title === 'Stage') return { title };
  // Where a tick lies between two stages there is no name.
  const labelExpr = `${JSON.stringify(names)}[datum.value] || ''`;
  return { title, axis: { labelExpr, labelOverlap: true, labelAngle: 0, tickMinStep: 1 } };
}
