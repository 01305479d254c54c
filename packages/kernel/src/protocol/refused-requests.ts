/** Evidence of requests that were refused before they reached a handler: by the form of a message, by headers, by a limit. */
import { isObject, type JsonObject } from '../essentials/is-object.js';
import { keepEvent } from '../gate/audit.js';
import type { GateSettings } from '../gate/call.js';
import { localIdentity } from '../identity.js';
import type { Logger } from '../log/logger.js';
import type { AuditEvent } from '../registry/audit-event.js';
import { isWithinDepth } from '../wire/depth.js';
import { isRequestId } from '../wire/json-rpc.js';
import { newestLegacyRevision } from './revisions.js';
import type { RefusedBy, ServerRuntime } from './runtime.js';

/** What leaves an entry when it is answered, and so when it is refused. */
const audited: readonly unknown[] = [
  'tools/call',
  'resources/read',
  'prompts/get',
  'tasks/update',
  'tasks/cancel',
] satisfies AuditEvent['method'][];

/** Of a batch that is refused as a whole, so many are told of. */
const mostTold = 1000;

/** Stands where a request names nothing; no operation, prompt or resource can be called so. */
const unnamed = '(unnamed)';

/** Stands for a message beyond the limit: nobody has read what it asks for. */
export const unreadCall: JsonObject = { method: 'tools/call', params: { name: '(unread)' } };

/** What a request was aimed at, as far as it says. */
export function targetOf({ name, uri, taskId }: JsonObject): string {
  return [name, uri, taskId].find((each) => typeof each === 'string') ?? unnamed;
}

/** Nobody waits until a refusal is kept, so somebody could send more of them than are ever kept; these many wait. */
const mostWaiting = 10_000;

/** What is no request of this kind leaves nothing: it asks for nothing. */
export function refusals(settings: GateSettings, log: Logger): ServerRuntime['refused'] {
  let waiting = 0;
  return (asked, by) => {
    const requests = (Array.isArray(asked) ? asked.slice(0, mostTold) : [asked]).filter(isAudited);
    if (requests.length === 0) return;
    if (waiting + requests.length > mostWaiting) {
      settings.auditFailed();
      log.debug({ requests: requests.length }, 'More refused requests came than can be kept.');
      return;
    }
    waiting += requests.length;
    const keeping = keepEach(settings, log, requests, by).finally(() => {
      waiting -= requests.length;
    });
    settings.track(keeping);
  };
}

async function keepEach(
  settings: GateSettings,
  log: Logger,
  requests: readonly JsonObject[],
  by: RefusedBy,
): Promise<void> {
  for (const request of requests) await keepEvent(settings, eventOf(settings, request, by), log);
}

function isAudited(request: unknown): request is JsonObject {
  return isObject(request) && audited.includes(request.method);
}

function eventOf(settings: GateSettings, { method, id, params }: JsonObject, by: RefusedBy): AuditEvent {
  const { identity = localIdentity, era = 'legacy', revision = newestLegacyRevision } = by;
  const given = isObject(params) ? params : {};
  // Nothing may walk what was refused because it is too deep to be walked.
  const args = isWithinDepth(params, settings.maxArgumentDepth) ? settings.redact(params) : undefined;
  return {
    server: settings.server,
    method: method as AuditEvent['method'],
    front: 'mcp',
    target: String(settings.redact(targetOf(given))),
    identity,
    era,
    protocolVersion: revision,
    requestId: isRequestId(id) ? id : '',
    args,
    outcome: 'refused',
    kind: 'InvalidRequest',
    startedAtMs: settings.clock(),
    durationMs: 0,
  };
}
