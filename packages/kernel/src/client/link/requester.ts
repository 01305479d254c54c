import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  LOG_LEVEL_META_KEY,
  type LoggingLevel,
  SdkHttpError,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import type { JsonObject } from '../../essentials/is-object.js';
import { tasksExtension } from '../../essentials/mcp-extensions.js';
import type { CallControls, ServerRequestHandlers } from '../config/options.js';
import { explain, type Situation } from '../explain.js';
import type { ConnectionFault, Phase } from '../faults.js';
import { anyResult, rawOf } from '../results/raw-result.js';
import { Deadline } from './deadline.js';

import { FOREVER_MS, type Link } from './link.js';
import { MAX_AUTHORIZATIONS } from './open-link.js';
import { hasVisited } from './required-visits.js';
import type { Reviver } from './reviver.js';

export interface Ask {
  readonly phase: Phase;
  readonly method: string;
  /** How a fault names the request; the method when omitted. */
  readonly subject?: string;
  readonly params?: JsonObject;
  /** HTTP headers that depend on the link in use. */
  readonly headers?: (link: Link) => Record<string, string>;
}

export interface RequesterSetup {
  readonly reviver: Reviver;
  readonly capabilities: ClientCapabilities;
  readonly handlers: ServerRequestHandlers;
  readonly place: Omit<Situation, 'phase' | 'subject' | 'evidence'>;
  readonly requestMs: number;
  readonly maxRequestMs: number;
  readonly authorizationCallback: (() => Promise<URLSearchParams>) | undefined;
  readonly isClosed: () => ConnectionFault;
}

/** Sends one request over the live link, within its deadline, and gives back the result as the server sent it. */
export class Requester {
  readonly #setup: RequesterSetup;
  logLevel: LoggingLevel | undefined;

  constructor(setup: RequesterSetup) {
    this.#setup = setup;
  }

  get requestMs(): number {
    return this.#setup.requestMs;
  }

  get maxRequestMs(): number {
    return this.#setup.maxRequestMs;
  }

  async send(ask: Ask, controls: CallControls = {}): Promise<JsonObject> {
    let link: Link | undefined;
    for (let authorizations = 0, forgotten = false, visited = false; ; ) {
      try {
        link = await this.#live(controls.signal);
        const result = await this.#exchange(link, ask, controls);
        this.#setup.reviver.wentWell();
        return result;
      } catch (error) {
        // All of these refusals come before the server has done anything, so the request may be sent again.
        if (link !== undefined && !forgotten && isForgottenSession(error, link)) {
          forgotten = true;
          await this.#setup.reviver.drop(link);
        } else if (!visited && (await hasVisited(error, this.#setup.handlers, controls.signal))) {
          visited = true;
        } else if (authorizations++ >= MAX_AUTHORIZATIONS || !(await this.#authorized(error, link))) {
          throw this.fault(error, ask, link);
        }
      }
    }
  }

  fault(error: unknown, { phase, method, subject = method }: Ask, link?: Link): ConnectionFault {
    const { place, reviver, isClosed } = this.#setup;
    const evidence = link?.channel.evidence() ?? {};
    const fault = explain(error, { ...place, phase, subject, evidence });
    return reviver.closed && fault.kind === 'ServerDied' ? isClosed() : fault;
  }

  /** Opening belongs to everybody who waits for it, so a caller who cancels leaves it running for the others. */
  async #live(signal: AbortSignal | undefined): Promise<Link> {
    const live = this.#setup.reviver.live();
    if (signal === undefined) return live;
    const deadline = new Deadline({ silentMs: FOREVER_MS, signal });
    return deadline.race(live).finally(() => deadline.dispose());
  }

  async #exchange(link: Link, ask: Ask, controls: CallControls): Promise<JsonObject> {
    const { requestMs, maxRequestMs } = this.#setup;
    const { timeoutMs = requestMs, maxTotalMs = maxRequestMs, signal, onProgress } = controls;
    const deadline = link.deadline({ silentMs: timeoutMs, totalMs: maxTotalMs, signal });
    // A call asks for progress even when nobody listens: it is the sign of life that keeps a long call alive.
    const wanted = ask.phase === 'call' || onProgress !== undefined;
    const progress = link.progress.open((news) => {
      deadline.touch();
      onProgress?.(news);
    });
    try {
      const meta = this.#meta(link, controls, wanted ? progress.token : undefined);
      const params = meta === undefined ? ask.params : { ...ask.params, _meta: meta };
      const request = { method: ask.method, ...(params === undefined ? {} : { params }) };
      const options = { signal: deadline.signal, timeout: FOREVER_MS, headers: ask.headers?.(link) };
      return rawOf(await deadline.race(link.client.request(request, anyResult, options)));
    } finally {
      progress.close();
      deadline.dispose();
    }
  }

  #meta(link: Link, controls: CallControls, progressToken: string | undefined): JsonObject | undefined {
    const level =
      this.logLevel !== undefined && link.info.era === 'modern' ? { [LOG_LEVEL_META_KEY]: this.logLevel } : {};
    const meta = {
      ...level,
      ...this.#declared(link, controls),
      ...controls.meta,
      ...(progressToken === undefined ? {} : { progressToken }),
    };
    return Object.keys(meta).length === 0 ? undefined : meta;
  }

  /** In the newer era every request declares what its sender can do, and this one may want its result and no task. */
  #declared({ info: { era } }: Link, { tasks }: CallControls): JsonObject {
    const { extensions = {}, ...rest } = this.#setup.capabilities;
    if (tasks !== false || era !== 'modern' || extensions[tasksExtension] === undefined) return {};
    const { [tasksExtension]: _tasks, ...others } = extensions;
    return { [CLIENT_CAPABILITIES_META_KEY]: { ...rest, extensions: others } };
  }

  async #authorized(error: unknown, link: Link | undefined): Promise<boolean> {
    const callback = this.#setup.authorizationCallback;
    if (!(error instanceof UnauthorizedError) || callback === undefined) return false;
    if (link?.channel.finishAuthorization === undefined) return false;
    await link.channel.finishAuthorization(await callback());
    return true;
  }
}

/** A server that restarted or cleaned up answers 404 to a session it no longer knows (2025-03-26 and later). */
function isForgottenSession(error: unknown, link: Link): boolean {
  return error instanceof SdkHttpError && error.status === 404 && link.channel.hasSession();
}
