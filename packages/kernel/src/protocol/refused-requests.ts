/** Evidence of requests that were refused before they reached a handler: by the form of a message, by headers, by a limit. */
import { isObject, type JsonObject } from '../essentials/is-object.js';
import { keepEvent } from '../gate/audit.js';
import type { GateSettings } from '../gate/call.js';
import { fewPerMinute } from '../gate/few-per-minute.js';
import { anonymousIdentity, localIdentity } from '../identity.js';
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

/** Stands where a request names nothing; no operation, prompt or resource can be called so. */
const unnamed = '(unnamed)';

/** Stands for all that a batch asked for which is refused as a whole. */
const wholeBatch = '(batch)';

/** Named where nobody has read what a message asks for. */
export const unread = '(unread)';

/** Stands for a message beyond the limit, or one that came no further than the door. */
export const unreadCall: JsonObject = { method: 'tools/call', params: { name: unread } };

/** What a request was aimed at, as far as it says. */
export function targetOf({ name, uri, taskId }: JsonObject): string {
  return [name, uri, taskId].find((each) => typeof each === 'string') ?? unnamed;
}

/** Nobody waits until a refusal is kept, so somebody could send more of them than are ever kept; these many wait. */
const mostWaiting = 10_000;

/**
 * What is no request of this kind leaves nothing: it asks for nothing. A batch leaves one entry, however many requests it
 * holds: a short message of a thousand of them must not fill a record.
 */
export function refusals(settings: GateSettings, log: Logger): Pick<ServerRuntime, 'refused' | 'turnedAway'> {
  let waiting = 0;
  const keep = (event: AuditEvent): void => {
    if (waiting >= mostWaiting) {
      settings.auditFailed();
      log.debug({ requests: event.requests ?? 1 }, 'More refused requests came than can be kept.');
      return;
    }
    waiting += 1;
    const keeping = keepEvent(settings, event, log).finally(() => {
      waiting -= 1;
    });
    settings.track(keeping);
  };
  const strangers = fewPerMinute(settings.clock);
  return {
    refused(asked, by) {
      const requests = (Array.isArray(asked) ? asked : [asked]).filter(isAudited);
      if (requests.length === 0) return;
      countEach(settings, requests.length, by);
      keep(eventOf(settings, requests, by));
    },
    turnedAway(kind) {
      const requests = strangers();
      if (requests === 0) return;
      const event = { ...eventOf(settings, [unreadCall], { identity: anonymousIdentity }), kind };
      keep(requests === 1 ? event : { ...event, requests });
    },
  };
}

/** Each takes up its caller's time as a call does; what comes beyond the limit is refused already. */
function countEach({ rateLimit }: GateSettings, requests: number, { identity = localIdentity }: RefusedBy): void {
  for (let n = 0; n < requests; n += 1) if (rateLimit?.take(identity) !== undefined) return;
}

function isAudited(request: unknown): request is JsonObject {
  return isObject(request) && audited.includes(request.method);
}

function eventOf(settings: GateSettings, requests: readonly JsonObject[], by: RefusedBy): AuditEvent {
  const { identity = localIdentity, era = 'legacy', revision = newestLegacyRevision } = by;
  const [first = unreadCall] = requests;
  return {
    server: settings.server,
    method: first.method as AuditEvent['method'],
    front: 'mcp',
    ...(requests.length === 1 ? askedBy(first, settings) : allOf(requests)),
    identity,
    era,
    protocolVersion: revision,
    outcome: 'refused',
    kind: 'InvalidRequest',
    startedAtMs: settings.clock(),
    durationMs: 0,
  };
}

type Asked = Pick<AuditEvent, 'target' | 'requestId' | 'args' | 'requests'>;

function askedBy({ id, params }: JsonObject, { redact, maxArgumentDepth }: GateSettings): Asked {
  const given = isObject(params) ? params : {};
  return {
    target: String(redact(targetOf(given))),
    requestId: isRequestId(id) ? id : '',
    // Nothing may walk what was refused because it is too deep to be walked.
    args: isWithinDepth(params, maxArgumentDepth) ? redact(params) : undefined,
  };
}

const allOf = ({ length: requests }: readonly JsonObject[]): Asked => ({
  ...{ target: wholeBatch, requestId: '', args: undefined, requests },
});
