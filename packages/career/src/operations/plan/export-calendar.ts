import * as z from 'zod';
import { calendarOf } from '../../app/calendar.js';
import { operation } from '../operation.js';

export const exportCalendarOperation = operation({
  name: 'export_calendar',
  title: 'Dates as a calendar',
  description: 'Reminders and deadlines as an iCalendar text (.ics) that calendar programs read.',
  effect: 'read',
  narrower: 'list_reminders with until tells the next dates.',
  input: z.strictObject({}),
  output: z.object({ ics: z.string() }),
  cli: { verb: 'export-calendar', show: ({ ics }) => ics.trimEnd() },
  run: async (_, { app }) => ({ ics: await calendarOf(app) }),
});
