import type { SqliteDatabase } from '@quadrivium/ledger';
import { ApplicationOutcome } from '../domain/application.js';
import { Reminder } from '../domain/reminder.js';

/** Dates to keep, and what became of applications. */
export class PlanStore {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  putReminder(reminder: Reminder): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO career_reminders VALUES (?, ?, ?)')
      .run(reminder.reminder_id, `${reminder.on} ${reminder.time ?? ''}`, JSON.stringify(reminder));
  }

  reminder(id: string): Reminder | undefined {
    const row = this.#database.prepare('SELECT body FROM career_reminders WHERE reminder_id = ?').get(id);
    return row && Reminder.parse(JSON.parse(String(row.body)));
  }

  /** The next one first. */
  reminders(): Reminder[] {
    const rows = this.#database.prepare('SELECT body FROM career_reminders ORDER BY due, reminder_id').all();
    return rows.map((row) => Reminder.parse(JSON.parse(String(row.body))));
  }

  addOutcome(outcome: ApplicationOutcome): void {
    this.#database
      .prepare('INSERT INTO career_outcomes (opportunity_id, body) VALUES (?, ?)')
      .run(outcome.opportunity_id, JSON.stringify(outcome));
  }

  /** In the order they were recorded. */
  outcomes(): ApplicationOutcome[] {
    const rows = this.#database.prepare('SELECT body FROM career_outcomes ORDER BY number').all();
    return rows.map((row) => ApplicationOutcome.parse(JSON.parse(String(row.body))));
  }
}
