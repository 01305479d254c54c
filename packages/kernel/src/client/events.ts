import type { LoggingLevel } from '@modelcontextprotocol/client';
import type { JsonObject } from '../essentials/is-object.js';
import { isText } from '../untrusted/lists/salvage.js';
import type { ConnectionFault } from './faults.js';
import type { NotificationMessage } from './link/json-rpc.js';
import type { ConnectionInfo } from './link/link.js';

export interface ConnectionEvents {
  toolsChanged: JsonObject;
  resourcesChanged: JsonObject;
  promptsChanged: JsonObject;
  resourceUpdated: { readonly uri: string };
  log: { readonly level: LoggingLevel; readonly logger: string | undefined; readonly data: unknown };
  /** A link was opened again; what was listed before may have changed. */
  opened: { readonly info: ConnectionInfo };
  /** The link is gone: for good when `fault` is undefined, because we closed it, otherwise until the next request. */
  closed: { readonly fault: ConnectionFault | undefined };
  /** Something odd that harmed no request, such as a failing listener. */
  report: { readonly error: Error };
}

type EventName = keyof ConnectionEvents;
type Listener = (event: never) => void;

/** Which event a notification is. */
const NOTIFICATIONS: Readonly<Record<string, EventName>> = {
  'notifications/tools/list_changed': 'toolsChanged',
  'notifications/resources/list_changed': 'resourcesChanged',
  'notifications/prompts/list_changed': 'promptsChanged',
  'notifications/resources/updated': 'resourceUpdated',
  'notifications/message': 'log',
};

export class EventHub {
  readonly #listeners = new Map<EventName, Set<Listener>>();

  on<Name extends EventName>(name: Name, listener: (event: ConnectionEvents[Name]) => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  has(name: EventName): boolean {
    return (this.#listeners.get(name)?.size ?? 0) > 0;
  }

  /** A listener's own fault is reported and harms neither the others nor whoever told the news. */
  emit<Name extends EventName>(name: Name, event: ConnectionEvents[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) {
      try {
        (listener as (event: ConnectionEvents[Name]) => void)(event);
      } catch (error) {
        if (name !== 'report')
          this.emit('report', { error: error instanceof Error ? error : new Error(String(error)) });
      }
    }
  }

  notify({ method, params = {} }: NotificationMessage): void {
    const name = Object.hasOwn(NOTIFICATIONS, method) ? NOTIFICATIONS[method] : undefined;
    if (name === 'log') this.emit('log', logOf(params));
    else if (name === 'resourceUpdated') this.emit(name, { uri: String(params.uri) });
    else if (name !== undefined) this.emit(name, params as never);
  }
}

function logOf(params: JsonObject): ConnectionEvents['log'] {
  const level = isText(params.level) ? (params.level as LoggingLevel) : 'info';
  return { level, logger: isText(params.logger) ? params.logger : undefined, data: params.data };
}
