import { integerIdOf } from '../../../case/identity.js';
import type { SideTable } from '../../../simulation/side-table.js';
import type { Thermal } from '../resolve.js';

/** What was promised before the study: nothing in it can change these deliveries, within the study or after it. */
export const fixedDeliveries: SideTable = {
  path: 'anticipated/fixed_deliveries.parquet',
  columns: ['thermal_id:int32', 'start_date:date', 'end_date:date', 'value_mw:double'],
  rows: ({ system }) =>
    system.thermals.flatMap((thermal) =>
      deliveriesOf(thermal).map(({ startDay, endDay, valueMw }) => ({
        thermal_id: integerIdOf(thermal),
        start_date: startDay,
        // A stage after the study may end within a day.
        end_date: Math.ceil(endDay),
        value_mw: valueMw,
      })),
    ),
};

/** Stage by stage as far as stages are known, then window by window as the case gives them. */
function deliveriesOf({ anticipation, commitments }: Thermal) {
  if (anticipation === null) return [];
  const { deliveries } = anticipation;
  const fixed = deliveries
    .filter(({ exists, decidedIn }) => exists && decidedIn < 0)
    .map(({ startDay, endDay, pastMw }) => ({ startDay, endDay, valueMw: pastMw }));
  const end = deliveries.at(-1)!.endDay;
  const later = commitments
    .filter(({ endDay }) => endDay > end)
    .map((window) => ({ ...window, startDay: Math.max(window.startDay, end) }));
  return [...fixed, ...later];
}
