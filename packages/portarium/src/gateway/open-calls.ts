import { digestOf } from '../domain/json.js';
import type { Caller } from '../domain/principal.js';

const most = 10_000;

/**
 * Calls whose result nobody has fetched yet. A model that does not know how to poll simply calls again: it must get the
 * result of the call that was approved, and not ask for a second approval. Forgotten when the process ends; then a
 * repeated call is a new proposal.
 */
export class OpenCalls {
  readonly #runs = new Map<string, string>();

  keyOf({ workspaceId, principalId }: Caller, server: string, tool: string, args: unknown): string {
    return digestOf({ workspaceId, principalId, server, tool, arguments: args });
  }

  runOf(key: string): string | undefined {
    return this.#runs.get(key);
  }

  keep(key: string, runId: string): void {
    const [oldest] = this.#runs.keys();
    if (this.#runs.size >= most && oldest !== undefined) this.#runs.delete(oldest);
    this.#runs.set(key, runId);
  }

  delivered(runId: string): void {
    for (const [key, kept] of this.#runs) if (kept === runId) this.#runs.delete(key);
  }
}
