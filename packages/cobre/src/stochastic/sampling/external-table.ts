import type { ExternalValue } from '../../case/model.js';

/** External values of one class, addressed by scenario, stage and entity. */
export interface ExternalTable {
  /** Scenarios of the richest stage. */
  readonly scenarioCount: number;
  /** Scenarios each stage has. */
  readonly countOfStage: Int32Array;
  /** NaN where the file has no value. A stage with fewer scenarios repeats them in turn. */
  value(scenario: number, stage: number, entity: number): number;
  has(entity: number): boolean;
}

export function externalTable(rows: readonly ExternalValue[], stageCount: number): ExternalTable {
  const idsOfStage = Array.from({ length: stageCount }, () => new Set<number>());
  const values = new Map<string, number>();
  const entities = new Set<number>();
  for (const { stageIndex, scenarioId, entityIndex, value } of rows) {
    idsOfStage[stageIndex]?.add(scenarioId);
    values.set(`${stageIndex} ${scenarioId} ${entityIndex}`, value);
    entities.add(entityIndex);
  }
  const ordered = idsOfStage.map((ids) => [...ids].sort((a, b) => a - b));
  return {
    scenarioCount: Math.max(0, ...ordered.map((ids) => ids.length)),
    countOfStage: Int32Array.from(ordered, (ids) => ids.length),
    value: (scenario, stage, entity) => {
      const ids = ordered[stage]!;
      return values.get(`${stage} ${ids[scenario % ids.length]} ${entity}`) ?? Number.NaN;
    },
    has: (entity) => entities.has(entity),
  };
}
