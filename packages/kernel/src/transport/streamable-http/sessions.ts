import { newSecret } from '../../essentials/index.js';
import { type Identity, isSameCaller } from '../../identity.js';
import { Session, type SessionOptions } from './session.js';

export interface SessionLimits {
  readonly maxSessions: number;
  /** A session without calls and listeners ends after this time. */
  readonly idleMs: number;
}

/** All sessions of an endpoint: bounded in number, ended when forgotten. */
export class Sessions {
  readonly #limits: SessionLimits;
  readonly #defaults: Omit<SessionOptions, 'id' | 'identity'>;
  readonly #open = new Map<string, Session>();
  readonly #sweeper: NodeJS.Timeout;

  constructor(limits: SessionLimits, defaults: Omit<SessionOptions, 'id' | 'identity'>) {
    this.#limits = limits;
    this.#defaults = defaults;
    this.#sweeper = setInterval(() => this.#sweep(), Math.min(limits.idleMs, 30_000)).unref();
  }

  get size(): number {
    return this.#open.size;
  }

  get unanswered(): number {
    let sum = 0;
    for (const session of this.#open.values()) sum += session.unanswered;
    return sum;
  }

  /** A session belongs to who opened it; for anybody else it does not exist. */
  find(id: string, identity: Identity): Session | undefined {
    const session = this.#open.get(id);
    return session !== undefined && isSameCaller(session.identity, identity) ? session : undefined;
  }

  /** A new session, or `undefined` when all are busy; the one idle for longest makes room. */
  create(identity: Identity): Session | undefined {
    if (this.#open.size >= this.#limits.maxSessions && !this.#makeRoom()) return undefined;
    const session = new Session({ ...this.#defaults, id: newSecret(16, 'hex'), identity });
    this.#open.set(session.sessionId, session);
    return session;
  }

  remove(session: Session): void {
    this.#open.delete(session.sessionId);
  }

  async closeAll(): Promise<void> {
    clearInterval(this.#sweeper);
    await Promise.all([...this.#open.values()].map((session) => session.close()));
    this.#open.clear();
  }

  #makeRoom(): boolean {
    let oldest: Session | undefined;
    for (const session of this.#open.values()) {
      if (session.isIdle && (oldest === undefined || session.lastUsed < oldest.lastUsed)) oldest = session;
    }
    if (oldest !== undefined) this.#end(oldest);
    return oldest !== undefined;
  }

  #sweep(): void {
    const limit = this.#defaults.now() - this.#limits.idleMs;
    for (const session of this.#open.values()) if (session.isIdle && session.lastUsed < limit) this.#end(session);
  }

  #end(session: Session): void {
    this.remove(session);
    void session.close();
  }
}
