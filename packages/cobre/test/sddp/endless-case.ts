import type { CaseContents } from '../case/write-case.js';

/** A case of three stages whose last one follows itself, so that a step gives cuts to the stage it solves. */
export function endless(contents: CaseContents): CaseContents {
  const transitions = [
    { source_id: 0, target_id: 1, probability: 1 },
    { source_id: 1, target_id: 2, probability: 1 },
    { source_id: 2, target_id: 2, probability: 1 },
  ];
  const policy_graph = { type: 'cyclic', annual_discount_rate: 0.5, transitions };
  return { ...contents, 'stages.json': { ...(contents['stages.json'] as object), policy_graph } };
}
