import { type Completer, completeDirectory, completeWords } from '@quadrivium/kernel';
import { resultKindNames } from '../query/result-kinds.js';
import { caseEntities } from '../service/cases/entities.js';
import { entityKinds, scenarioKinds } from '../service/cases/entity-lists.js';

export const directories = completeDirectory();
export const registries = completeWords(entityKinds);
export const results = completeWords(resultKindNames);

/** Ids and names of what has scenarios, once the case is known. */
export const scenarioEntities: Completer = async (typed, { files }, { case_dir }) => {
  if (case_dir === undefined) return [];
  const lists = await Promise.all(scenarioKinds.map(({ kind }) => caseEntities(files, case_dir, kind)));
  const words = lists.flat().flatMap(({ id, name }) => [String(id), name]);
  return [...new Set(words)].filter((word) => word.startsWith(typed));
};
