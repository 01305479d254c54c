import { digestOf } from '../domain/json.js';
import { type Environment, isProduction } from '../domain/tier.js';
import type { Downstream, ToolInfo } from '../steps/ports.js';

export type Listed = { readonly tools: ReadonlyMap<string, ToolInfo> } | { readonly problem: string };

/** Everything that decides what a tool does and takes. If any of it changes, somebody should look. */
export function schemaHashOf({ name, description, inputSchema, outputSchema, annotations }: ToolInfo): string {
  const parts = { name, description, inputSchema, outputSchema, annotations };
  return digestOf(JSON.parse(JSON.stringify(parts)));
}

/** What the configured servers offer, asked again when the answer is older than `maxAgeMs`. */
export class ToolCatalog {
  readonly #downstream: Downstream;
  readonly #maxAgeMs: number;
  readonly #now: () => number;
  readonly #known = new Map<string, { readonly at: number; readonly listed: Listed }>();
  readonly #asking = new Map<string, Promise<void>>();

  constructor(downstream: Downstream, now: () => number, maxAgeMs: number) {
    this.#downstream = downstream;
    this.#now = now;
    this.#maxAgeMs = maxAgeMs;
  }

  /** Asks outside any transaction; `get` then answers from memory inside one. */
  async refresh(servers: readonly string[]): Promise<void> {
    const old = (server: string): boolean => this.#now() - (this.#known.get(server)?.at ?? -Infinity) >= this.#maxAgeMs;
    await Promise.all(servers.filter(old).map((server) => this.#ask(server)));
  }

  /** Whether a server is taken at its word about its tools: as configured, and where nothing is, outside production. */
  trusts(server: string, environment: Environment): boolean {
    return this.#downstream.trusts?.(server) ?? !isProduction(environment);
  }

  forget(server: string): void {
    this.#known.delete(server);
  }

  get(server: string): Listed {
    return this.#known.get(server)?.listed ?? { problem: `The tools of "${server}" are not known.` };
  }

  /** Asked once, however many want to know: a server that is slow is not made slower. */
  #ask(server: string): Promise<void> {
    const under = this.#asking.get(server);
    if (under !== undefined) return under;
    const asking = this.#list(server)
      .then((listed) => void this.#known.set(server, { at: this.#now(), listed }))
      .finally(() => this.#asking.delete(server));
    this.#asking.set(server, asking);
    return asking;
  }

  async #list(server: string): Promise<Listed> {
    if (!this.#downstream.servers().includes(server)) return { problem: `No server "${server}" is configured.` };
    try {
      const tools = await this.#downstream.tools(server);
      return { tools: new Map(tools.map((tool) => [tool.name, tool])) };
    } catch (error) {
      return { problem: `The server "${server}" does not answer: ${(error as Error).message}` };
    }
  }
}
