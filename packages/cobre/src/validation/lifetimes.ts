interface Lived {
  readonly entry_stage_id?: number | null | undefined;
  readonly exit_stage_id?: number | null | undefined;
}

/** Whether an entity exists in a stage: from its entry on, and before its exit. */
export function existsInStage(entity: Lived, stageId: number): boolean {
  const entered =
    entity.entry_stage_id === null || entity.entry_stage_id === undefined || stageId >= entity.entry_stage_id;
  return (
    entered && (entity.exit_stage_id === null || entity.exit_stage_id === undefined || stageId < entity.exit_stage_id)
  );
}
