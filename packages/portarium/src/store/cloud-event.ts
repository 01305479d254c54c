import { own } from '@quadrivium/kernel/essentials';
import type { CloudEvent, DomainEvent } from '../domain/event.js';
import type { Redact } from './transaction.js';

const sources: Readonly<Record<string, string>> = {
  run: 'portarium.control-plane.workflow-runtime',
  action: 'portarium.control-plane.workflow-runtime',
  plan: 'portarium.control-plane.workflow-runtime',
  approval: 'portarium.control-plane.approvals',
  agent: 'portarium.control-plane.agent-runtime',
  task: 'portarium.control-plane.agent-runtime',
};

export function cloudEvent(
  event: DomainEvent,
  place: {
    readonly workspaceId: string;
    readonly seq: number;
    readonly id: string;
    readonly time: string;
    readonly redact: Redact;
  },
): CloudEvent {
  const { type, subject, correlationId, runId, actionId, data } = event;
  return {
    specversion: '1.0',
    id: place.id,
    source: own(sources, type.split('.')[0] ?? '') ?? 'portarium.control-plane',
    type: `com.portarium.${type}`,
    subject,
    time: place.time,
    datacontenttype: 'application/json',
    tenantid: place.workspaceId,
    ...(correlationId === undefined ? {} : { correlationid: correlationId }),
    ...(runId === undefined ? {} : { runid: runId }),
    ...(actionId === undefined ? {} : { actionid: actionId }),
    sequence: String(place.seq),
    data: place.redact(data),
  };
}
