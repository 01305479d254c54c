import { visibleText } from '../domain/visible-text.js';
import type { CareerApp } from './career-app.js';
import { remindersOf } from './plan.js';

const names = { deadline: 'Deadline', follow_up: 'Follow up', interview: 'Interview', other: 'Reminder' } as const;
const hour = 3_600_000;

/** Other programs read years of four digits; a reminder stored before that was asked for may have another. */
const isInCalendars = ({ on }: { readonly on: string }) => on >= '1900' && on < '9999';

const isAddress = (url: string) => /^https?:\/\/[^\s\p{Cc}]+$/iu.test(url);

/** Everything that is due, as a calendar other programs read (RFC 5545). The library is loaded with the first one. */
export async function calendarOf(app: CareerApp): Promise<string> {
  const { default: ical, ICalAlarmType } = await import('ical-generator');
  const calendar = ical({ name: 'Job search', prodId: { company: 'Quadrivium', product: 'career' } });
  const stamp = new Date(app.surroundings.now());
  for (const { reminder_id, kind, on, time, note, opportunity_id } of remindersOf(app).filter(isInCalendars)) {
    const start = new Date(`${on}T${time ?? '00:00'}:00Z`);
    const about = opportunity_id === undefined ? undefined : app.store.opportunity(opportunity_id);
    const event = calendar.createEvent({
      id: `${reminder_id}@career.quadrivium`,
      stamp,
      start,
      summary: visibleText(
        [names[kind], note || (about && `${about.role_title}, ${about.company}`)].filter(Boolean).join(': '),
      ),
      ...(time === undefined ? { allDay: true } : { end: new Date(start.getTime() + hour) }),
      ...(about?.url !== undefined && isAddress(about.url) ? { url: about.url } : {}),
    });
    event.createAlarm({
      type: ICalAlarmType.display,
      trigger: time === undefined ? 0 : 3600,
      description: names[kind],
    });
  }
  return calendar.toString();
}
