import type { Workbench } from '../workbench.js';
import { type Control, commands, type Order } from './control.js';

/** Takes tasks of a command until none is left; every thread runs the same. */
export function workOn(bench: Workbench, control: Control, order: Order): void {
  const { trials } = control.handle;
  bench.useSide(order.side);
  if (order.command === commands.syncCuts) syncAll(bench);
  if (order.command === commands.forward) {
    syncAll(bench);
    for (let trial = control.nextTask(); trial < trials; trial = control.nextTask())
      bench.forward(trial, order.iteration);
  }
  if (order.command === commands.backward) {
    bench.syncCuts(order.stage);
    for (let trial = control.nextTask(); trial < trials; trial = control.nextTask()) {
      const slot = control.slots[trial]!;
      if (slot >= 0) bench.backward(trial, order.step, order.stage, order.receiver, slot, order.iteration);
    }
  }
}

function syncAll(bench: Workbench): void {
  for (let stage = 0; stage < bench.runners.length; stage++) bench.syncCuts(stage);
}
