import { Fault } from '../fault.js';
import type { Call, GateStep } from './call.js';
import { crashed } from './faults.js';

/** Takes a call through the steps in order. It is under way until its evidence is kept: a server that ends waits for that too. */
export function runSteps(steps: readonly GateStep[], call: Call): Promise<void> {
  const taken = inOrder(steps, call);
  call.settings.track(taken);
  return taken;
}

/** One that goes to the background leaves at once. */
async function inOrder(steps: readonly GateStep[], call: Call): Promise<void> {
  for (const step of steps) {
    if (call.failure !== undefined && step.always !== true) continue;
    try {
      const pending = step.run(call);
      if (pending !== undefined) await pending;
    } catch (error) {
      if (step.mapsErrors === true) throw error;
      call.failure = unexpected(call, error);
    }
    if (call.background !== undefined) return;
  }
}

function unexpected(call: Call, error: unknown): NonNullable<Call['failure']> {
  if (error instanceof Fault) return { cause: 'refused', fault: error };
  return { cause: 'crashed', fault: crashed(call.requestedName, error) };
}
