import type { Sql } from './sql.js';

export async function count(sql: Sql, workspaceId: string, counter: string): Promise<number> {
  const query = 'SELECT used FROM counters WHERE workspace_id = ? AND counter = ?';
  const [row] = await sql.all(query, [workspaceId, counter]);
  return Number(row?.used ?? 0);
}

export function raiseBy(sql: Sql, workspaceId: string, counter: string, by: number): Promise<void> {
  return sql.run(
    'INSERT INTO counters (workspace_id, counter, used) VALUES (?, ?, ?) ' +
      'ON CONFLICT (workspace_id, counter) DO UPDATE SET used = counters.used + excluded.used',
    [workspaceId, counter, by],
  );
}
