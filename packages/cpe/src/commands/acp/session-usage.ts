import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { AgentEvent } from '../../agent/agent-event.js';
import { costOf } from '../../agent/usage/cost.js';
import type { UsageMeter } from '../../agent/usage/usage-meter.js';
import type { ModelConfig } from '../../config/schema.js';

/** How full the window is and what the session has cost so far, for editors that show it. */
export class SessionUsage {
  readonly #meter: UsageMeter;
  #used = 0;
  #cost: number | undefined;

  constructor(meter: UsageMeter) {
    this.#meter = meter;
  }

  start(): void {
    this.#meter.start();
  }

  watch(event: AgentEvent): void {
    this.#meter.watch(event);
    if (event.type === 'step') this.#used = event.step.usage.inputTokens + event.step.usage.outputTokens;
  }

  /** After a turn, one that failed included; nothing where the window of the model is not known. */
  ended(model: ModelConfig): SessionUpdate | undefined {
    const { own, subagents } = this.#meter.turn;
    const cost = costOf(own, model);
    if (cost !== undefined || subagents.cost > 0) this.#cost = (this.#cost ?? 0) + (cost ?? 0) + subagents.cost;
    if (model.context_window === undefined || this.#used === 0) return undefined;
    const told = this.#cost === undefined ? {} : { cost: { amount: this.#cost, currency: 'USD' } };
    return { sessionUpdate: 'usage_update', used: this.#used, size: model.context_window, ...told };
  }
}
