import { isTerminal, runStatuses } from '../domain/run.js';
import type { Tally } from '../domain/store-port.js';
import type { Sql, SqlRow } from './sql.js';

const open = runStatuses.filter((status) => !isTerminal(status));

/** By way of the workspaces, because the indexes begin with them: what has ended long ago is not looked at. */
const openRuns =
  'SELECT r.status AS status, COUNT(*) AS n FROM workspaces w JOIN runs r ON r.workspace_id = w.workspace_id ' +
  `AND r.status IN (${open.map(() => '?').join(', ')}) GROUP BY r.status`;
const dueRuns =
  'SELECT COUNT(*) AS n, MIN(wake_at) AS oldest FROM runs WHERE wake_at IS NOT NULL AND wake_at <= ? AND lease_until <= ?';
const waiting = 'FROM workspaces w JOIN approvals a ON a.workspace_id = w.workspace_id ' + "AND a.status = 'Pending'";

export async function tallyOf(sql: Sql, now: number): Promise<Tally> {
  const byStatus = await sql.all(openRuns, open);
  const [due] = await sql.all(dueRuns, [now, now]);
  const [approvals] = await sql.all(`SELECT COUNT(*) AS n ${waiting}`, []);
  // Ids sort in the order they were made.
  const [oldest] = await sql.all(`SELECT a.body AS body ${waiting} ORDER BY a.approval_id LIMIT 1`, []);
  const none = Object.fromEntries(open.map((status) => [status, 0]));
  return {
    openRuns: { ...none, ...Object.fromEntries(byStatus.map((row) => [String(row.status), Number(row.n)])) },
    queue: { length: Number(due?.n ?? 0), ...at(due?.oldest) },
    approvals: { waiting: Number(approvals?.n ?? 0), ...at(requestedAt(oldest)) },
  };
}

const at = (time: unknown): { readonly oldestAt?: number } =>
  time === null || time === undefined ? {} : { oldestAt: Number(time) };

function requestedAt(row: SqlRow | undefined): unknown {
  return row === undefined ? undefined : (JSON.parse(String(row.body)) as { requestedAt?: number }).requestedAt;
}
