import * as z from 'zod';
import { operation } from '../operation.js';
import { seedReply } from '../seed-reply.js';

export const getAuditTraceOperation = operation({
  name: 'get_audit_trace',
  title: 'Audit trace',
  description: 'All audit events of one trace, in order.',
  effect: 'read',
  input: z.strictObject({ trace_id: z.string().min(1).describe('Trace to fetch') }),
  output: z.object({
    trace_id: z.string(),
    events: z.array(
      z.object({
        event_id: z.string(),
        trace_id: z.string(),
        event_type: z.string(),
        payload: z.unknown(),
        created_at: z.string(),
        refs: z.array(z.string()),
        actor: z.object({ kind: z.string(), id: z.string() }),
      }),
    ),
  }),
  run({ trace_id }, { app }) {
    const events = app.audit
      .trace(trace_id)
      .map((event) => ({ ...event, payload: JSON.parse(event.payload) as unknown }));
    return seedReply({ trace_id, events });
  },
});
