import type { Duplex } from 'node:stream';
import type { Authenticator } from '../auth/authenticator.js';
import { Fault } from '../fault.js';

type Credentials = Parameters<Authenticator['authenticate']>;

/**
 * Sockets and answers that are still open, with the credentials they were opened with. When credentials have changed,
 * every line is asked again whether it would be let in, and cut when not: whoever was shut out hears nothing more.
 */
export class OpenLines {
  readonly #authenticator: Authenticator;
  readonly #open = new Map<Duplex, Credentials>();
  readonly #unsubscribe: (() => void) | undefined;

  constructor(authenticator: Authenticator) {
    this.#authenticator = authenticator;
    this.#unsubscribe = authenticator.onChange?.(() => void this.#lookAgain());
  }

  /** Watched until it closes, or until the function that is given back is called. */
  watch(line: Duplex, ...credentials: Credentials): () => void {
    if (this.#unsubscribe === undefined) return () => {};
    this.#open.set(line, credentials);
    const end = (): void => void this.#open.delete(line);
    line.once('close', end);
    return () => {
      line.off('close', end);
      end();
    };
  }

  close(): void {
    this.#unsubscribe?.();
  }

  async #lookAgain(): Promise<void> {
    for (const [line, credentials] of [...this.#open]) {
      try {
        await this.#authenticator.authenticate(...credentials);
      } catch (error) {
        // A database that is away has not said no.
        if (error instanceof Fault && error.kind === 'Unauthenticated') line.destroy();
      }
    }
  }
}
