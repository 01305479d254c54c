/**
 * When an anticipated plant has to know. Deliveries are counted through the stages of the study and on through the stages
 * after it; hours are those of the blocks, one stage after the other, with 0 at the start of the study.
 */
import type { Horizon } from '../../../case/horizon.js';
import type { PostStudyStage } from '../../../case/post-study.js';
import type { Lead } from '../resolve.js';

/** A stage as a delivery sees it. */
export interface DeliveryStage {
  /** Position among all deliveries. */
  readonly index: number;
  readonly hours: number;
  readonly endHour: number;
  /** Days since 1970-01-01; the end may fall within a day. */
  readonly startDay: number;
  readonly endDay: number;
  /** What money of the stage is worth at the start of the study. */
  readonly discount: number;
}

export function deliveryStages(horizon: Horizon, postStudy: readonly PostStudyStage[]): DeliveryStage[] {
  const { annualDiscountRate: rate } = horizon.policyGraph;
  const after = postStudy.map(({ hours, startDay }) => {
    return { hours, startDay, endDay: startDay + hours / 24, factor: (1 + rate) ** (-hours / 24 / 365.25) };
  });
  const study = horizon.stages.map(({ hours, startDay, endDay, discountFactor: factor }) => ({
    hours,
    startDay,
    endDay,
    factor,
  }));
  let [endHour, discount] = [0, 1];
  return [...study, ...after].map(({ factor, ...stage }, index) => {
    endHour += stage.hours;
    const worth = discount;
    discount *= factor;
    return { ...stage, index, endHour, discount: worth };
  });
}

/**
 * The stage in which a delivery is decided: −1 before the study, the delivery itself where the plant is an ordinary one. An
 * instant between two stages belongs to the later one.
 */
export function decisionStage(lead: Lead, delivery: number, stages: readonly DeliveryStage[]): number {
  if ('stages' in lead) return Math.max(-1, delivery - lead.stages);
  const instant = stages[delivery]!.endHour - lead.hours;
  if (instant < 0) return -1;
  return stages.findIndex(({ endHour }) => instant < endHour);
}
