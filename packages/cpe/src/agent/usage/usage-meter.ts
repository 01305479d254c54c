import type { SubagentEvent } from '../../events/subagent-event.js';
import type { AgentEvent } from '../agent-event.js';
import { NO_USAGE, sumOf, type TokenUsage } from '../generator.js';

/** What one turn took, its subagents apart. */
export interface TurnUsage {
  readonly own: TokenUsage;
  readonly subagents: { readonly runs: number; readonly usage: TokenUsage; readonly cost: number };
}

const NOTHING: TurnUsage = { own: NO_USAGE, subagents: { runs: 0, usage: NO_USAGE, cost: 0 } };

/** Counts as things happen, so that a turn that fails or is stopped is counted as well. */
export class UsageMeter {
  #turn: TurnUsage = NOTHING;

  get turn(): TurnUsage {
    return this.#turn;
  }

  /** A new turn begins. */
  start(): void {
    this.#turn = NOTHING;
  }

  readonly watch = (event: AgentEvent): void => {
    if (event.type === 'step') this.#turn = { ...this.#turn, own: event.usage };
  };

  readonly subagent = ({ type, tokenUsage = {}, costUsd = 0 }: SubagentEvent): void => {
    if (type !== 'subagent_end') return;
    const { runs, usage, cost } = this.#turn.subagents;
    const given = Object.fromEntries(Object.entries(tokenUsage).filter(([, count]) => count !== undefined));
    const subagents = { runs: runs + 1, usage: sumOf(usage, { ...NO_USAGE, ...given }), cost: cost + costUsd };
    this.#turn = { ...this.#turn, subagents };
  };
}
