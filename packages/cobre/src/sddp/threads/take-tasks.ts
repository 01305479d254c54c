import type { PassTasks } from '../pass-tasks.js';
import { type Control, commands, type Order } from './control.js';

/** Takes tasks of a command until none is left; every thread runs the same. */
export async function takeTasks(tasks: PassTasks, control: Control, order: Order): Promise<void> {
  const { trials } = control.handle;
  tasks.readFrom(order.front);
  if (order.command === commands.forward) {
    syncAll(tasks);
    for (let trial = control.nextTask(); trial < trials; trial = control.nextTask())
      await tasks.forward(trial, order.iteration);
  }
  if (order.command === commands.backward) {
    const { step, receiver, iteration } = order;
    tasks.syncAfter(receiver);
    const publisher = control.slots.findIndex((slot) => slot >= 0);
    for (let trial = control.nextTask(); trial < trials; trial = control.nextTask()) {
      const slot = control.slots[trial]!;
      if (slot >= 0) await tasks.backward(trial, step, receiver, slot, iteration, trial === publisher);
    }
  }
}

export function syncAll(tasks: PassTasks): void {
  for (let stage = 0; stage < tasks.runners.length; stage++) tasks.syncCuts(stage);
}
