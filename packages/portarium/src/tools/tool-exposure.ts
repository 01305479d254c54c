/**
 * Which tools a caller sees, by the exposure policy of its workspace. The kernel asks without waiting, the policy lives
 * in a database: what was read last answers at once and is read again. Over HTTP every request waits for the policy first,
 * so a change counts from the next request on. The call itself is checked once more.
 */
import type { Endpoint, Identity, Operation } from '@quadrivium/kernel';
import type { ControlPlane } from '../app/control-plane.js';
import type { Caller } from '../domain/principal.js';
import { portariumFault } from '../faults.js';

export interface CallerPorts {
  readonly resolve: (identity: Identity, workspaceId: string) => Promise<Caller>;
  /** Undefined for a local process that may name any workspace; it is checked when it calls. */
  readonly workspaceOf: (identity: Identity) => string | undefined;
}

export class ToolExposureView {
  readonly #plane: ControlPlane;
  readonly #callers: CallerPorts;
  readonly #names: readonly string[];
  readonly #known = new Map<string, ReadonlySet<string>>();

  constructor(plane: ControlPlane, callers: CallerPorts, names: readonly string[]) {
    this.#plane = plane;
    this.#callers = callers;
    this.#names = names;
  }

  /** For the kernel: the list, and the first look at a call. */
  readonly exposes = (tool: Operation, identity: Identity): boolean => {
    const workspace = this.#callers.workspaceOf(identity);
    if (workspace === undefined || !this.#names.includes(tool.name)) return true;
    const known = this.#known.get(keyOf(identity, workspace));
    void this.refresh(identity).catch(() => {});
    return known?.has(tool.name) ?? !isAgentsTemptation(tool.name, identity);
  };

  /** For the tool: refuses in the words of an unknown tool, so that nothing is learnt about hidden ones. */
  async admit(tool: string, identity: Identity, workspaceId: string): Promise<void> {
    const caller = await this.#callers.resolve(identity, workspaceId);
    const exposed = await this.#plane.exposedTools(caller, [tool]);
    if (!exposed.has(tool)) throw portariumFault('NotFound', `Unknown tool: ${tool}`);
  }

  async refresh(identity: Identity): Promise<void> {
    const workspace = this.#callers.workspaceOf(identity);
    if (workspace === undefined) return;
    const caller = await this.#callers.resolve(identity, workspace);
    this.#known.set(keyOf(identity, workspace), await this.#plane.exposedTools(caller, this.#names));
  }

  /** The same endpoint, with the policy read for whoever comes in. */
  before(endpoint: Endpoint): Endpoint {
    return {
      ...(endpoint.upgrade === undefined
        ? {}
        : {
            upgrade: async (upgrade) => {
              await this.refresh(upgrade.identity);
              await endpoint.upgrade?.(upgrade);
            },
          }),
      handle: async (exchange) => {
        await this.refresh(exchange.identity);
        await endpoint.handle(exchange);
      },
      settled: (graceMs) => endpoint.settled(graceMs),
      close: () => endpoint.close(),
    };
  }
}

function keyOf({ subject, roles }: Identity, workspace: string): string {
  return JSON.stringify([workspace, subject, roles]);
}

/** Before anything was read, agents are not offered the tool that decides about agents. */
function isAgentsTemptation(tool: string, { roles }: Identity): boolean {
  return tool === 'portarium_approval_submit' && roles.includes('agent');
}
