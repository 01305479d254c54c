import type { StateDeclaration, StateSlot } from '../../equipment.js';
import type { Thermal } from '../resolve.js';
import { waitingAfter } from './lanes.js';

/** Open promises: slot by slot, and in each slot plant by plant. */
export const commitments: StateDeclaration<Thermal> = {
  kind: 'anticipated_commitment',
  unit: 'MW',
  idField: 'thermal_id',
  slotField: 'slot',
  policyType: 2,
  holds: 'rate',

  days(_study, { entity, number }, stage) {
    const { startDay, endDay } =
      entity.anticipation!.deliveries[waitingAfter(entity.anticipation!, stage, number)] ?? {};
    return startDay === undefined || endDay === undefined ? null : { startDay, endDay };
  },

  slots({ system }) {
    const plants = system.thermals.filter(({ anticipation }) => anticipation !== null);
    const count = plants[0]?.anticipation?.slots ?? 0;
    return Array.from({ length: count }, (_, number) => plants.map((plant) => slotOf(plant, number))).flat();
  },

  /** A promise waits where the decision was made, so the decision is the state. */
  column({ thermalDecision }, { entity, number }, stage) {
    const { deliveries } = entity.anticipation!;
    const delivery = waitingAfter(entity.anticipation!, stage, number);
    return deliveries[delivery]?.decidedIn === stage ? thermalDecision[entity.index]! : -1;
  },

  takesFrom({ entity, number, position }, stage) {
    return waitingAfter(entity.anticipation!, stage, number) < 0 ? -1 : position;
  },
};

function slotOf(entity: Thermal, number: number): StateSlot<Thermal> {
  const { deliveries, position, plants, slots } = entity.anticipation!;
  const own = deliveries.filter((_, m) => m % slots === number);
  const waiting = waitingAfter(entity.anticipation!, -1, number);
  return {
    entity,
    number,
    position: number * plants + position,
    initial: deliveries[waiting]?.pastMw ?? 0,
    most: Math.max(0, ...own.map(({ maxMw, pastMw }) => Math.max(maxMw, pastMw))),
  };
}
