/** Events that everybody has been sent, and calls that are only kept to try policies with. */
import type { RetentionRule } from '../../domain/retention.js';
import { before } from '../../domain/retention.js';
import type { Collections, Tx } from '../../domain/store-port.js';
import { isoTime } from '../../domain/surroundings.js';

const batch = 500;

interface Old {
  readonly events: readonly number[];
  readonly calls: readonly string[];
}

/** The next batch after these; empty when there is none. */
export async function oldEvents(
  tables: Collections,
  rule: RetentionRule,
  now: number,
  after: { readonly event: number; readonly call: string } = { event: 0, call: '' },
): Promise<Old> {
  const limit = before(rule.eventDays, now);
  if (limit === Number.NEGATIVE_INFINITY) return { events: [], calls: [] };
  const told = [
    ...(await tables.webhooks.find({ where: { active: 1 } })),
    ...(await tables.notices.find()).filter(({ active }) => active),
  ];
  const sent = Math.min(...told.map(({ deliveredUpTo }) => deliveredUpTo), Number.MAX_SAFE_INTEGER);
  const [newest] = await tables.outbox.find({ newest: true, limit: 1 });
  const outbox = await tables.outbox.find({ after: after.event, limit: batch });
  const calls = await tables.calls.find({ after: after.call, limit: batch });
  const isOld = ({ seq, event }: (typeof outbox)[number]): boolean =>
    seq <= sent && seq !== newest?.seq && event.time < isoTime(limit);
  return {
    events: outbox.filter(isOld).map(({ seq }) => seq),
    calls: calls.filter(({ at }) => at < limit).map(({ callId }) => callId),
  };
}

export async function removeOldEvents(tx: Tx, rule: RetentionRule): Promise<number> {
  const { events, calls } = await oldEvents(tx, rule, tx.now);
  for (const seq of events) await tx.outbox.remove(seq);
  for (const callId of calls) await tx.calls.remove(callId);
  return events.length + calls.length;
}
