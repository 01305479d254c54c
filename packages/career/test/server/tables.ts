import type { CareerApp } from '../../src/app/career-app.js';

/** Every row of every table, by the table's name. */
export function tablesOf({ store: { database } }: CareerApp): Record<string, unknown[]> {
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
  const names = tables.all().map((row) => String(row.name));
  return Object.fromEntries(names.map((name) => [name, database.prepare(`SELECT * FROM ${name}`).all()]));
}
