/** Plants that decide ahead: who decides when, within which limits and at which price, straight from the specification. */
import { discount, hoursOf } from './discount.js';
import type { RawStudy, RawThermal } from './raw-study.js';
import { rowOf } from './scenario-tree.js';

export const promiseKey = (thermal: RawThermal, delivery: number) => `promise ${thermal.id} ${delivery}`;

/** The stage that decides a delivery: −1 before the study, the delivery itself when it is ordinary. */
export function decider(study: RawStudy, { anticipated_config: config }: RawThermal, delivery: number): number {
  if (config === undefined) return delivery;
  if (config.lead_stages !== undefined) return Math.max(-1, delivery - config.lead_stages);
  const starts = study.stages.map((_, m) => sum(study.stages.slice(0, m).map((_, k) => hoursOf(study, k))));
  const instant = starts[delivery]! + hoursOf(study, delivery) - config.lead_time_hours!;
  return starts.findLastIndex((start) => start <= instant);
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Limits in MW and the price in $/MWh of a plant in a stage; null where it does not exist. */
export function offer(study: RawStudy, thermal: RawThermal, stage: number) {
  const { id } = study.stages[stage]!;
  if (id < (thermal.entry_stage_id ?? id) || id >= (thermal.exit_stage_id ?? id + 1)) return null;
  const row = rowOf(study, 'thermalBounds', thermal.id, id);
  return {
    low: Number(row?.min_generation_mw ?? thermal.generation.min_mw),
    high: Number(row?.max_generation_mw ?? thermal.generation.max_mw),
    price: Number(row?.cost_per_mwh ?? thermal.cost_per_mwh),
  };
}

/** Deliveries that a stage decides for later ones, with what one MW costs in the money of the stage. */
export function decisionsOf(study: RawStudy, thermal: RawThermal, stage: number) {
  const known = study.stages.flatMap((_, delivery) => {
    const terms = offer(study, thermal, delivery);
    if (delivery <= stage || terms === null || decider(study, thermal, delivery) !== stage) return [];
    const between = study.stages.slice(stage, delivery).map((_, k) => discount(study, stage + k));
    const worth = between.reduce((product, factor) => product * factor, 1);
    return [{ delivery, ...terms, dollars: terms.price * hoursOf(study, delivery) * worth }];
  });
  return [...known, ...afterStudy(study, thermal, stage)];
}

/** The last stage decides for the month after the study, one stage ahead. */
function afterStudy(study: RawStudy, thermal: RawThermal, stage: number) {
  const cell = study.after?.cells.find(({ thermal_id }) => thermal_id === thermal.id);
  if (cell === undefined || stage !== study.stages.length - 1) return [];
  const dollars = cell.cost_per_mwh * study.after!.duration_hours * discount(study, stage);
  return [{ delivery: study.stages.length, low: cell.min_mw, high: cell.max_mw, price: cell.cost_per_mwh, dollars }];
}
