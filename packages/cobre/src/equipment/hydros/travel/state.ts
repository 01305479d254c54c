import type { Hydro } from '../../../case/model.js';
import type { StateDeclaration } from '../../equipment.js';

/** No river carries more than a thousand cubic kilometres in a stage. */
const mostHm3 = 1e6;

/** Water on its way, plant by plant and in each by stages until it arrives. */
export const buckets: StateDeclaration<Hydro> = {
  kind: 'transit_bucket',
  unit: 'hm3',
  idField: 'hydro_id',
  slotField: 'lag',
  policyType: 3,
  holds: 'amount',

  /** After the study and the stages declared to follow it, stages go on like the last one of the study. */
  days({ horizon: { stages } }, { entity, number }, stage) {
    const { after } = entity.transit!;
    const known = [...stages, ...after];
    const arrival = known[stage + number];
    if (arrival) return { startDay: arrival.startDay, endDay: arrival.endDay };
    const { hours } = stages.at(-1)!;
    const startDay = known.at(-1)!.endDay + ((stage + number - known.length) * hours) / 24;
    return { startDay, endDay: startDay + hours / 24 };
  },

  slots: ({ system }) =>
    system.hydros.flatMap((entity) =>
      (entity.transit?.initialHm3 ?? []).map((initial, d) => ({
        entity,
        number: d + 1,
        position: entity.transit!.first + d,
        initial,
        most: mostHm3,
      })),
    ),

  column({ transit, transitDepth }, { entity, number }) {
    return number <= transitDepth[entity.index]! ? transit[entity.index]! + number - 1 : -1;
  },

  /** What arrives d + 1 stages after this one arrives d stages after the next. */
  takesFrom({ entity, number, position }) {
    return number < entity.transit!.initialHm3.length ? position + 1 : -1;
  },
};
