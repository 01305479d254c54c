/**
 * How a server goes, all of it within one grace. Work under way may finish first, so that whoever waits for it gets an
 * answer. What needs longer is ended while there is time left to say so, and only then are connections closed. When the
 * grace is over, so is the server, whatever it is still doing.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerDefinition } from '../registry/server-definition.js';
import type { Service } from './service.js';

/** Long enough for an answer that is ready to leave. */
const farewellMs = 100;
/** What connections take to close when nobody reads what was sent (see the front). */
const closingMs = 400;
/** Calls that are ended remove their drafts, and processes that do not listen are killed after a second. */
const endingMs = 3000;

/** How much of a grace is over at most when calls are ended, and when connections are closed. */
function sharesOf(graceMs: number): { readonly calls: number; readonly answers: number } {
  const closing = Math.min(closingMs, graceMs / 5);
  const ending = Math.min(endingMs, graceMs / 3);
  return { calls: graceMs - closing - ending, answers: graceMs - closing };
}

export function stoppingGently(service: Service, { beforeStop }: ServerDefinition, graceMs: number): Service {
  let stopped: Promise<void> | undefined;
  const stopOnce = (): Promise<void> => {
    stopped ??= beforeStop?.(graceMs) ?? Promise.resolve();
    return stopped;
  };
  // Calls whose work has ended by that still have their entries to leave.
  const leave = async (): Promise<void> => {
    await stopOnce();
    if (beforeStop !== undefined) await service.runtime.settled(Math.min(endingMs, graceMs / 3));
  };
  let giveUp = (): void => {};
  const graceOver = new Promise<void>((resolve) => {
    giveUp = resolve;
  });
  const close = async (): Promise<void> => {
    const patience = setTimeout(giveUp, graceMs);
    await Promise.race([graceOver, closeInTurn(service, stopOnce, graceMs)]);
    clearTimeout(patience);
  };
  return { ...service, ended: Promise.race([graceOver, service.ended.then(leave)]), close };
}

async function closeInTurn(service: Service, stop: () => Promise<void>, graceMs: number): Promise<void> {
  const { runtime } = service;
  const { calls, answers } = sharesOf(graceMs);
  const began = performance.now();
  service.drain();
  const until = (end: number): number => Math.max(0, end - (performance.now() - began));
  await Promise.race([stop(), sleep(until(calls), undefined, { ref: false })]);
  if (!(await runtime.settled(until(calls)))) {
    runtime.endCalls(until(answers) / 2);
    await runtime.settled(until(answers));
  }
  await sleep(Math.min(farewellMs, until(graceMs)));
  await service.close(until(answers));
}
