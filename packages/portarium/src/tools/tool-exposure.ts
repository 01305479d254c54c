/**
 * Which tools a caller sees, by the exposure policy of its workspace. The kernel asks without waiting, the policy lives
 * in a database: what was read last answers at once and is read again. Over HTTP every request waits for the policy first,
 * so a change counts from the next request on. The call itself is checked once more.
 */
import type { Endpoint, Front, Identity, Operation } from '@quadrivium/kernel';
import type { Deps } from '../app/deps.js';
import { exposedTools } from '../app/policies/policies.js';
import {
  type CallerIdentity,
  type CallerOf,
  callerResolver,
  type LocalPrincipal,
  workspaceOf,
} from '../operations/caller.js';

export class ToolExposureView {
  readonly #deps: Deps;
  readonly #local: LocalPrincipal | undefined;
  readonly #resolve: CallerOf;
  readonly #names: readonly string[];
  readonly #known = new Map<string, ReadonlySet<string>>();

  constructor(deps: Deps, local: LocalPrincipal | undefined, names: readonly string[]) {
    this.#deps = deps;
    this.#local = local;
    this.#resolve = callerResolver(deps, 'mcp', local);
    this.#names = names;
  }

  /** For the kernel: the list, and the first look at a call. */
  readonly exposes = (tool: Operation, identity: Identity, front: Front): boolean => {
    const { found = identity } = identity as Partial<CallerIdentity>;
    const workspace = workspaceOf(found, this.#local);
    if (front !== 'mcp' || workspace === undefined || !this.#names.includes(tool.name)) return true;
    const known = this.#known.get(keyOf(found, workspace));
    void this.refresh(found).catch(() => {});
    return known?.has(tool.name) ?? !isAgentsTemptation(tool.name, found);
  };

  async refresh(identity: Identity): Promise<void> {
    const workspace = workspaceOf(identity, this.#local);
    if (workspace === undefined) return;
    const caller = await this.#resolve(identity, workspace);
    this.#known.set(keyOf(identity, workspace), await exposedTools(this.#deps, caller, this.#names));
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
