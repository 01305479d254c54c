/** Dates and outcomes. Each change and its evidence commit together. */
import type { Actor } from '@quadrivium/ledger';
import { ApplicationOutcome } from '../domain/application.js';
import { dayIn } from '../domain/calendar-day.js';
import { Reminder } from '../domain/reminder.js';
import { careerFault } from '../faults.js';
import type { CareerApp } from './career-app.js';
import { requireOpportunity } from './opportunities.js';

export type NewReminder = { readonly [Part in keyof Reminder]?: Reminder[Part] | undefined };

export async function addReminder(app: CareerApp, given: NewReminder): Promise<Reminder> {
  if (given.opportunity_id !== undefined) requireOpportunity(app, given.opportunity_id);
  const interaction = given.interaction_id === undefined ? undefined : await app.coordinator.find(given.interaction_id);
  if (given.interaction_id !== undefined && interaction === undefined) {
    throw careerFault('INTERACTION_NOT_FOUND', `There is no interaction "${given.interaction_id}".`, {
      suggestion: 'list_interactions shows what there is.',
    });
  }
  return Reminder.parse({
    ...given,
    reminder_id: given.reminder_id ?? app.surroundings.newId('reminder'),
    opportunity_id: given.opportunity_id ?? interaction?.opportunity_id,
  });
}

export function storeReminder(app: CareerApp, reminder: Reminder, actor: Actor): Reminder {
  const { reminder_id, kind, on } = reminder;
  const refs = [reminder_id, reminder.opportunity_id, reminder.interaction_id].filter((ref) => ref !== undefined);
  const trace = app.traceFor(app.surroundings.newId('trace'), actor);
  trace.recordWith(() => app.store.plan.putReminder(reminder), 'ReminderAdded', { reminder_id, kind, on }, refs);
  return reminder;
}

export function finishReminder(app: CareerApp, id: string, done: boolean, actor: Actor): Reminder {
  const known = app.store.plan.reminder(id);
  if (known === undefined) {
    throw careerFault('REMINDER_NOT_FOUND', `There is no reminder "${id}".`, {
      suggestion: 'list_reminders shows what there is.',
    });
  }
  const reminder = { ...known, done };
  const trace = app.traceFor(app.surroundings.newId('trace'), actor);
  trace.recordWith(() => app.store.plan.putReminder(reminder), 'ReminderFinished', { reminder_id: id, done }, [id]);
  return reminder;
}

/** What is due: the reminders, and the deadlines that postings give as a day. */
export function remindersOf(app: CareerApp, includeDone = false): Reminder[] {
  const kept = app.store.plan.reminders().filter(({ done }) => includeDone || !done);
  const deadlines = app.store
    .opportunities()
    .flatMap(({ opportunity_id, deadline, role_title, company }): Reminder[] => {
      const on = dayIn(deadline ?? '')?.iso;
      if (on === undefined) return [];
      const note = `Apply: ${role_title}, ${company}`;
      return [{ reminder_id: `deadline-${opportunity_id}`, kind: 'deadline', on, note, opportunity_id, done: false }];
    });
  const due = (one: Reminder) => `${one.on} ${one.time ?? ''} ${one.reminder_id}`;
  return [...kept, ...deadlines].sort((a, b) => (due(a) < due(b) ? -1 : 1));
}

export function recordOutcome(app: CareerApp, given: ApplicationOutcome, actor: Actor): ApplicationOutcome {
  requireOpportunity(app, given.opportunity_id);
  const outcome = ApplicationOutcome.parse(given);
  const trace = app.traceFor(app.surroundings.newId('trace'), actor);
  const { opportunity_id, on } = outcome;
  const payload = { opportunity_id, outcome: outcome.outcome, on };
  trace.recordWith(() => app.store.plan.addOutcome(outcome), 'ApplicationOutcomeRecorded', payload, [opportunity_id]);
  return outcome;
}

/** The newest outcome of each application. */
export function latestOutcomes(app: CareerApp): ReadonlyMap<string, ApplicationOutcome> {
  return new Map(app.store.plan.outcomes().map((one) => [one.opportunity_id, one]));
}
