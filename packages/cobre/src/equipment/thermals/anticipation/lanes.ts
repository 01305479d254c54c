/**
 * What an anticipated plant has promised. A promise is made once, in MW for a whole delivery stage, and waits in a slot of
 * the state until it is delivered: delivery m waits in slot m mod K, with K the most promises that any plant has open at once.
 */
import type { PostStudyStage } from '../../../case/post-study.js';
import type { ResolveContext } from '../../../case/resolve/context.js';
import { resolvePostStudy } from '../../../case/resolve/post-study.js';
import type { Commitment, Thermal } from '../resolve.js';
import { type DeliveryStage, decisionStage, deliveryStages } from './calendar.js';

export interface Anticipation {
  /** Position among the anticipated plants, and how many there are. */
  readonly position: number;
  readonly plants: number;
  /** Slots of every plant (K). */
  readonly slots: number;
  /** By delivery, through the study and on. */
  readonly deliveries: readonly Delivery[];
}

export interface Delivery {
  /** False where the plant does not exist, or nothing is known of it after the study. */
  readonly exists: boolean;
  /** Stage of the decision: −1 before the study, the delivery itself where the plant is ordinary. */
  readonly decidedIn: number;
  readonly minMw: number;
  readonly maxMw: number;
  /** $ for one MW, as of the stage of the decision. */
  readonly cost: number;
  /** Decided before the study; 0 otherwise. */
  readonly pastMw: number;
  /** YYYYMMDD. */
  readonly startDate: number;
  /** Days since 1970-01-01; the end may fall within a day. */
  readonly startDay: number;
  readonly endDay: number;
}

/** Adds their promises to plants that have a lead, and takes the cost off what they generate. */
export function withAnticipation(context: ResolveContext, thermals: readonly Thermal[]): Thermal[] {
  const after = resolvePostStudy(context);
  const stages = deliveryStages(context.horizon, after);
  const plants = thermals.filter(({ anticipated }) => anticipated !== null);
  const deliveries = new Map(plants.map((plant) => [plant, deliveriesOf(plant, stages, after)]));
  const slots = Math.max(1, ...plants.map((plant) => mostOpen(deliveries.get(plant)!, plant.at.length)));
  return thermals.map((thermal) => {
    const own = deliveries.get(thermal);
    if (own === undefined) return thermal;
    const anticipation = { position: plants.indexOf(thermal), plants: plants.length, slots, deliveries: own };
    const at = thermal.at.map((now, t) =>
      own[t]!.decidedIn === t ? now : { ...now, segments: [{ widthMw: now.maxMw, costPerMwh: 0 }] },
    );
    return { ...thermal, anticipation, at };
  });
}

function deliveriesOf(
  thermal: Thermal,
  stages: readonly DeliveryStage[],
  after: readonly PostStudyStage[],
): Delivery[] {
  const studied = thermal.at.length;
  return stages.map((stage, m) => {
    const known = m < studied ? ofStudy(thermal, m) : afterStudy(thermal, after[m - studied]!);
    const decidedIn = decisionStage(thermal.anticipated!, m, stages);
    const exists = known.exists && (decidedIn < studied || m < studied);
    const now = stages[Math.max(0, Math.min(decidedIn, studied - 1))]!;
    const { minMw, maxMw } = known;
    return {
      exists,
      decidedIn,
      minMw,
      maxMw,
      cost: known.costPerMwh * stage.hours * (stage.discount / now.discount),
      pastMw: exists && decidedIn < 0 ? meanOver(thermal.commitments, stage) : 0,
      startDate: compactDate(stage.startDay),
      startDay: stage.startDay,
      endDay: stage.endDay,
    };
  });
}

const nothing = { exists: false, minMw: 0, maxMw: 0, costPerMwh: 0 };

function ofStudy({ at }: Thermal, stage: number) {
  const { exists, minMw, maxMw, segments } = at[stage]!;
  return exists ? { exists, minMw, maxMw, costPerMwh: segments[0]!.costPerMwh } : nothing;
}

function afterStudy({ index }: Thermal, { thermals }: PostStudyStage) {
  const cell = thermals.find(({ thermalIndex }) => thermalIndex === index);
  return cell ? { exists: true, ...cell } : nothing;
}

/** The mean of promises over a stage; what none covers counts as nothing. */
function meanOver(commitments: readonly Commitment[], { startDay, endDay }: DeliveryStage): number {
  const sum = commitments.reduce((total, past) => total + past.valueMw * overlap(past, startDay, endDay), 0);
  return sum / (endDay - startDay);
}

export function overlap(past: Commitment, startDay: number, endDay: number): number {
  return Math.max(0, Math.min(past.endDay, endDay) - Math.max(past.startDay, startDay));
}

/** Promises open at the start of each stage and at the end of the study. */
function mostOpen(deliveries: readonly Delivery[], studied: number): number {
  const open = (stage: number) => deliveries.filter(({ decidedIn }, m) => m >= stage && decidedIn < stage).length;
  return Math.max(...Array.from({ length: studied + 1 }, (_, stage) => open(stage)));
}

function compactDate(day: number): number {
  const date = new Date(day * 86_400_000);
  return date.getUTCFullYear() * 10_000 + (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
}

/** The place among the states of thermals where a delivery waits: slot by slot, in each of them plant by plant. */
export function waitingPlace({ position, plants, slots }: Anticipation, delivery: number): number {
  return (delivery % slots) * plants + position;
}

/** The delivery that a stage decides; −1 when it decides none. */
export function decidedBy({ deliveries }: Anticipation, stage: number): number {
  return deliveries.findIndex(({ exists, decidedIn }, m) => exists && decidedIn === stage && m > stage);
}

/** The delivery that waits in a slot at the end of a stage; −1 when the slot is empty. */
export function waitingAfter({ deliveries, slots }: Anticipation, stage: number, slot: number): number {
  const next = stage + 1;
  const delivery = next + ((((slot - next) % slots) + slots) % slots);
  const { exists = false, decidedIn = 0 } = deliveries[delivery] ?? {};
  return exists && decidedIn <= stage ? delivery : -1;
}

/** True where a stage generates what was promised. */
export function delivers({ deliveries }: Anticipation, stage: number): boolean {
  const { exists, decidedIn } = deliveries[stage]!;
  return exists && decidedIn !== stage;
}
