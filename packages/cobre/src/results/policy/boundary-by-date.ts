/**
 * The cuts of another study as what follows the last stage of this one. The pool is the one whose state is that of the day this
 * study ends on. Its slots are matched one by one: storages by plant, lags by plant and the stage they remember, water
 * under way and promises by entity and days. A slot of a month may stand for several of weeks: amounts of the weeks add
 * up to it, rates are its mean. What this study does not have is dropped, and told.
 */
import { Fault } from '@quadrivium/kernel/fault';
import type { Case } from '../../case/model.js';
import { dayOf } from '../../case/read/calendar.js';
import { members } from '../../equipment/members.js';
import { CutPool } from '../../lp/cuts/cut-pool.js';
import { moneyScale } from '../../stage/index.js';
import type { StochasticModel } from '../../stochastic/index.js';
import { seasonIds, seasonOrders } from './current-details.js';
import type { CurrentStageCuts } from './cuts-file.js';
import { slotName } from './slot-name.js';
import type { EntitySlot } from './slot-table.js';
import { dateNumber, lagDates, slotId, slotsAfter } from './state-slots.js';
import type { StoredPolicy } from './stored-policy.js';

export interface Boundary {
  readonly cuts: CutPool;
  /** What became of the slots; null where the study names the pool itself. */
  readonly report: BoundaryReport | null;
}

export type BoundaryReport = ReturnType<typeof reportOf>;

export async function boundaryByDate(
  study: Case,
  stochastic: StochasticModel,
  stored: StoredPolicy,
): Promise<Boundary> {
  const last = study.horizon.stages.length - 1;
  const date = dateNumber(study.horizon.stages[last]!.endDay);
  const { index, source } = await poolAt(stored, date);
  requireSameSeasons(study, stochastic, stored);
  const targets = slotsAfter(study, stochastic, last);
  const matches = source.slots.map((slot) => matchesOf(slot, targets));
  const report = reportOf(date, source, targets, matches);
  if (study.settings.policy.boundary?.strict && report.dropped_source_slots.length > 0) {
    const detail = `it prices ${report.dropped_source_slots.join(', ')}`;
    throw refusal(
      'The boundary policy prices what this study does not model.',
      detail,
      "Remove 'strict', or model it.",
    );
  }
  return { cuts: poolOf(source, matches, targets.length, stored.metadata.thetas?.[index] ?? []), report };
}

/**
 * How many lags a study has to remember at its end for the boundary policy to find those it prices. Its inflow models may look
 * back less far than those of the months that follow.
 */
export async function lagsPriced(study: Case, stored: StoredPolicy): Promise<number> {
  const last = study.horizon.stages.length - 1;
  const { source } = await poolAt(stored, dateNumber(study.horizon.stages[last]!.endDay));
  const own = new Set(study.system.hydros.map(slotId));
  const priced = source.slots.filter(
    ({ entityType, entityId }, k) => entityType === 1 && own.has(entityId) && isPriced(source, k),
  );
  const dateOf = lagDates(study, last);
  const most = 12 + Math.max(0, ...priced.map(({ subindex }) => 2 * subindex));
  const lags = Array.from({ length: most }, (_, k) => k + 1);
  const lagOf = ({ referenceDate, subindex }: EntitySlot) =>
    (referenceDate === null ? undefined : lags.find((lag) => dateOf(lag) === referenceDate)) ?? subindex;
  return Math.max(0, ...priced.map(lagOf));
}

function isPriced({ cuts }: CurrentStageCuts, slot: number): boolean {
  return cuts.some(({ coefficients }) => (coefficients[slot] ?? 0) !== 0);
}

async function poolAt(stored: StoredPolicy, date: number): Promise<{ index: number; source: CurrentStageCuts }> {
  const found = new Map<string, { index: number; source: CurrentStageCuts }>();
  const dates = new Set<number>();
  for (let index = 0; index < stored.metadata.num_stages; index++) {
    const source = await stored.ownCuts(index);
    if (source === null) continue;
    if (source.pricedStateDate !== null) dates.add(source.pricedStateDate);
    if (source.pricedStateDate === date && source.cuts.length > 0) found.set(stored.name(index), { index, source });
  }
  const [one] = found.values();
  if (one !== undefined && found.size === 1) return one;
  if (found.size > 1) {
    const detail = `${found.size} pools price ${date}`;
    throw refusal(
      'The boundary policy has several nodes there, each with cuts of its own.',
      detail,
      'Take a policy whose graph has one node on that day, such as a chain of stages.',
    );
  }
  const known = dates.size === 0 ? 'it tells no dates' : `it prices ${[...dates].sort((a, b) => a - b).join(', ')}`;
  throw refusal(
    `The boundary policy has no cuts for ${date}, where this study ends.`,
    known,
    dates.size === 0
      ? 'Convert it with cobre policy convert, or train it again.'
      : 'End the study on one of these dates, or use another policy.',
  );
}

/** A lag means another thing where the cycle of seasons or the order of an inflow differs. */
function requireSameSeasons(study: Case, stochastic: StochasticModel, { seasons: theirs }: StoredPolicy): void {
  if (theirs === null || theirs.cycle === 'none' || study.horizon.seasons === null) return;
  const ours = seasonOrders(study, stochastic);
  if (ours.cycle !== theirs.cycle || ours.count !== theirs.count) {
    const detail = `${theirs.cycle} with ${theirs.count} seasons instead of ${ours.cycle} with ${ours.count}`;
    throw refusal(
      'The boundary policy has another cycle of seasons.',
      detail,
      'Give both the same season_definitions, and train the policy behind the study again.',
    );
  }
  const used = new Set(study.horizon.stages.map(({ seasonId }) => seasonId));
  seasonIds(study.horizon).forEach((id, position) => {
    if (!used.has(id)) return;
    for (const { hydroId, orders } of ours.hydros) {
      const their = theirs.hydros.find((other) => other.hydroId === hydroId)?.orders[position];
      if (their === undefined || their === orders[position]) continue;
      const detail = `hydro ${hydroId} looks back ${their} in season ${id} instead of ${orders[position]}`;
      throw refusal(
        'The boundary policy has inflows of another order.',
        detail,
        'Give both the same inflow model in the seasons the study uses, and train the policy behind it again.',
      );
    }
  });
}

/** Where the slope of a source slot goes, and with what weight. */
interface Match {
  readonly target: number;
  readonly weight: number;
}

function matchesOf(slot: EntitySlot, targets: readonly EntitySlot[]): readonly Match[] {
  const own = targets.flatMap((target, k) =>
    target.entityType === slot.entityType && target.entityId === slot.entityId && target.wasActive
      ? [{ target, k }]
      : [],
  );
  const source = spanOf(slot);
  if (source !== null) {
    const holds = members.find(({ state }) => state?.policyType === slot.entityType)?.state?.holds ?? 'amount';
    return own.flatMap(({ target, k }) => {
      const span = spanOf(target);
      const shared = span === null ? 0 : Math.min(span.end, source.end) - Math.max(span.start, source.start);
      if (span === null || shared <= 0) return [];
      return { target: k, weight: shared / (holds === 'rate' ? source.end - source.start : span.end - span.start) };
    });
  }
  const found = own.find(({ target }) =>
    slot.referenceDate === null || target.referenceDate === null
      ? target.subindex === slot.subindex
      : target.referenceDate === slot.referenceDate,
  );
  return found === undefined ? [] : [{ target: found.k, weight: 1 }];
}

function spanOf({ intervalStart, intervalEnd }: EntitySlot): { readonly start: number; readonly end: number } | null {
  const [start, end] = [dayNumber(intervalStart), dayNumber(intervalEnd)];
  return start === null || end === null || end <= start ? null : { start, end };
}

function dayNumber(date: number | null): number | null {
  if (date === null) return null;
  const text = String(date).padStart(8, '0');
  return dayOf(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`);
}

function poolOf(
  { cuts }: CurrentStageCuts,
  matches: readonly (readonly Match[])[],
  stateCount: number,
  thetas: readonly number[],
): CutPool {
  const pool = CutPool.create(stateCount, Math.max(1, cuts.length));
  cuts.forEach((cut, slot) => {
    const slope = new Float64Array(stateCount);
    cut.coefficients.forEach((value, s) => {
      for (const { target, weight } of matches[s] ?? []) slope[target]! += (weight * value) / moneyScale;
    });
    pool.write(slot, cut.intercept / moneyScale, slope, thetas[cut.slot] ?? 0);
    if (!cut.active) pool.setActive(slot, false);
  });
  return pool;
}

function reportOf(
  date: number,
  source: CurrentStageCuts,
  targets: readonly EntitySlot[],
  matches: readonly (readonly Match[])[],
) {
  const priced = new Set(matches.flatMap((own) => own.map(({ target }) => target)));
  return {
    /** The day the cuts price, as a number such as 20240131. */
    boundary_date: date,
    pool: source.stageId,
    cuts: source.cuts.length,
    matched_slots: matches.filter((own) => own.length > 0).length,
    /** Slots of the source that nothing here corresponds to; their prices are left out. */
    dropped_source_slots: source.slots.filter((_, k) => matches[k]!.length === 0 && isPriced(source, k)).map(slotName),
    /** Slots of this study that the source does not price. */
    unpriced_slots: targets.filter(({ wasActive }, k) => wasActive && !priced.has(k)).map(slotName),
    /** Slots of the source that several slots here stand for, or only part of one. */
    straddling_slots: source.slots
      .filter((_, k) => matches[k]!.length > 1 || matches[k]!.some(({ weight }) => weight !== 1))
      .map(slotName),
  };
}

function refusal(message: string, detail: string, suggestion: string): Fault<'IncompatibleSettings'> {
  return new Fault('IncompatibleSettings', message, {
    context: { file: 'config.json', settings: ['policy.boundary'], detail },
    suggestion,
  });
}
