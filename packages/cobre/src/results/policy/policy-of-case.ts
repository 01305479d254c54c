/** Whether a stored policy belongs to a case: its graph is the same, and every place of its state stands for the same. */
import { Fault } from '@quadrivium/kernel/fault';
import type { Case } from '../../case/model.js';
import { hasFixedStorage } from '../../equipment/hydros/fixed-storage.js';
import type { StochasticModel } from '../../stochastic/index.js';
import { type CurrentDetails, currentDetails } from './current-details.js';
import { slotName } from './slot-name.js';
import type { EntitySlot } from './slot-table.js';
import { slotId } from './state-slots.js';
import type { StoredPolicy } from './stored-policy.js';

/** Policies of release 0.5.1 tell neither graph nor slots; only their sizes can be compared, which others do. */
export async function requirePolicyOf(study: Case, stochastic: StochasticModel, stored: StoredPolicy): Promise<void> {
  if (stored.graph === null) return;
  const details = currentDetails(study, stochastic);
  const { conventions } = study.settings.modeling;
  const fixed = new Set(study.system.hydros.filter((hydro) => hasFixedStorage(hydro, conventions)).map(slotId));
  const isOptional = ({ entityType, entityId }: EntitySlot) =>
    entityType === 1 || (entityType === 0 && fixed.has(entityId));
  if (stored.graph.nodes.length > 0) requireGraph(stored.graph, details);
  for (const [index, node] of details.nodes.entries()) {
    const own = await stored.ownCuts(index);
    if (own !== null && own.cuts.length > 0) requireSlots(own.slots, node.slots, node.id, isOptional);
  }
}

function requireGraph({ nodes, edges }: NonNullable<StoredPolicy['graph']>, details: CurrentDetails): void {
  const asked = details.nodes.map(({ id, stageId }) => `${id} in stage ${stageId}`);
  const found = nodes.map(({ id, stageId }) => `${id} in stage ${stageId}`);
  const odd = asked.findIndex((node, k) => node !== found[k]);
  if (odd >= 0 || asked.length !== found.length) {
    const at = odd < 0 ? asked.length : odd;
    throw other('another policy graph', `node ${found[at] ?? 'none'} instead of ${asked[at] ?? 'none'}`);
  }
  const key = ({ source, target }: CurrentDetails['edges'][number]) => `${source} to ${target}`;
  const given = new Map(edges.map((edge) => [key(edge), edge.probability]));
  for (const edge of details.edges) {
    const probability = given.get(key(edge));
    if (probability !== undefined && Math.abs(probability - edge.probability) <= 1e-9) continue;
    throw other(
      'another policy graph',
      `${key(edge)} has probability ${probability ?? 'none'}, not ${edge.probability}`,
    );
  }
}

/** A pool may leave out the memory of inflows and storages that are fixed; what it has must be there, in the same order. */
function requireSlots(
  found: readonly EntitySlot[],
  asked: readonly EntitySlot[],
  node: number,
  isOptional: (slot: EntitySlot) => boolean,
): void {
  let at = 0;
  for (const slot of found) {
    while (at < asked.length && isOptional(asked[at]!) && !isSame(slot, asked[at]!)) at++;
    if (at < asked.length && isSame(slot, asked[at]!)) at++;
    else
      throw other(
        'another state',
        `node ${node}: ${slotName(slot)} instead of ${at < asked.length ? slotName(asked[at]!) : 'nothing'}`,
      );
  }
}

function isSame(a: EntitySlot, b: EntitySlot): boolean {
  return a.entityType === b.entityType && a.entityId === b.entityId && a.subindex === b.subindex;
}

function other(what: string, detail: string): Fault<'IncompatibleSettings'> {
  return new Fault('IncompatibleSettings', `The stored policy belongs to a case with ${what}.`, {
    context: { settings: ['policy.mode', 'policy.path'], detail },
    suggestion: 'Start fresh, or point policy.path to a policy of this case.',
  });
}
