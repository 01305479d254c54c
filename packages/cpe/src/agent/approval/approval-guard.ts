import type { ApprovalConfig } from '../../config/schema.js';
import type { HostTool } from '../../host/tool-host.js';
import { textResult } from '../tools/agent-tool.js';
import type { ToolGuard } from '../tools/guard.js';
import { type ApprovalMode, verdictOf } from './verdict.js';

export type Decision = 'once' | 'always' | { readonly deny: string };

/** Puts a call before the person at the terminal. */
export type Asker = (tool: HostTool, args: unknown) => Promise<Decision>;

export interface ApprovalWishes {
  readonly mode?: ApprovalMode;
  /** Left out where nobody can be asked; then nothing ever waits. */
  readonly ask?: Asker;
}

/** Lets calls run that only read, and asks about the others, one at a time. A refusal reaches the model in words. */
export class ApprovalGuard implements ToolGuard {
  readonly #config: ApprovalConfig;
  readonly #wishes: ApprovalWishes;
  /** Tools that the user allowed for the rest of the session. */
  readonly #allowed = new Set<string>();
  /** Calls come side by side, but a person is asked one question after another. */
  #asking: Promise<unknown> = Promise.resolve();

  constructor(config: ApprovalConfig, wishes: ApprovalWishes = {}) {
    this.#config = config;
    this.#wishes = wishes;
  }

  tool: ToolGuard['tool'] = (tool, origin) => ({
    ...tool,
    use: async (args, context) => {
      const verdict = await this.policy(origin, args);
      return verdict === true ? tool.use(args, context) : textResult(verdict, true);
    },
  });

  readonly policy: ToolGuard['policy'] = async (tool, args) => {
    const { mode = 'ask', ask } = this.#wishes;
    const verdict = verdictOf(tool, { config: this.#config, mode, attended: ask !== undefined });
    if (verdict === 'run') return true;
    if (verdict !== 'ask' || ask === undefined) return refusal(tool, verdict === 'ask' ? '' : verdict.deny);
    const decided = this.#asking.then(() => this.#decide(tool, args, ask));
    this.#asking = decided.catch(() => undefined);
    return decided;
  };

  async #decide(tool: HostTool, args: unknown, ask: Asker): Promise<true | string> {
    const name = `${tool.server}/${tool.name}`;
    // While this question waited, the one before may have been answered for good.
    if (this.#allowed.has(name)) return true;
    const decision = await ask(tool, args);
    if (decision === 'always') this.#allowed.add(name);
    return typeof decision === 'string' ? true : refusal(tool, decision.deny);
  }
}

function refusal({ server, name }: HostTool, reason: string): string {
  const why = reason === '' ? 'The user did not allow it.' : `Reason: ${reason}`;
  return `${server}/${name} was not allowed, so it was not run. ${why}`;
}
