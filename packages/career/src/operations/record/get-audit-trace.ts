import * as z from 'zod';
import { AuditEvent } from '../../audit/event.js';
import { operation } from '../operation.js';
import { seedReply } from '../seed-reply.js';

export const getAuditTraceOperation = operation({
  name: 'get_audit_trace',
  title: 'Audit trace',
  description: 'All audit events of one trace, in order.',
  effect: 'read',
  narrower: 'give single pieces of work a trace_id of their own.',
  input: z.strictObject({ trace_id: z.string().min(1).describe('Trace to fetch') }),
  output: z.object({
    trace_id: z.string(),
    events: z.array(AuditEvent.extend({ payload: z.unknown(), actor: z.object({ kind: z.string(), id: z.string() }) })),
  }),
  run({ trace_id }, { app }) {
    const events = app.audit
      .trace(trace_id)
      .map((event) => ({ ...event, payload: JSON.parse(event.payload) as unknown }));
    return seedReply({ trace_id, events });
  },
});
