import { EventView } from '../../answers/evidence.js';
import { listOf } from '../../answers/said.js';
import { eventsSince } from '../../app/events/events.js';
import { eventRow, rows } from '../brief.js';
import { define } from '../define.js';
import { after, page } from '../fields.js';

export const listEvents = define({
  name: 'portarium_event_list',
  title: 'List events',
  description: 'CloudEvents after a cursor, oldest first',
  effect: 'read',
  needs: 'event:read',
  input: { after: after.describe('`sequence` of the last event seen'), limit: page.limit },
  output: listOf(EventView),
  rest: { method: 'GET', path: '/events', tag: 'Evidence' },
  cli: { verb: 'events list', show: rows(eventRow) },
  run: async (deps, caller, { after: cursor = 0, limit = 50 }) => ({
    items: await eventsSince(deps, caller, cursor, limit),
  }),
});
