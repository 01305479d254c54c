/** What studies under way have reached, as the server tells it to everybody who watches. */

import { signal } from '@preact/signals';
import { own } from '@quadrivium/kernel/own';
import { eventsOf } from '../wire/event-lines.js';
import { authorization } from '../wire/key.js';
import { isLost } from '../wire/trouble.js';

export interface Training {
  readonly running: boolean;
  readonly iterations: readonly {
    readonly iteration: number;
    readonly lower: number;
    readonly upper: number;
    readonly gap: number;
  }[];
  readonly limit?: number;
  readonly message?: string;
  /** By which it can be stopped, while it runs in the background. */
  readonly task?: string;
  /** Who solves elsewhere, and how fast. */
  readonly workers?: readonly WorkerSpeed[];
}

export interface WorkerSpeed {
  readonly worker: string;
  readonly host: string;
  readonly lp_per_second: number;
}

interface News {
  readonly kind: 'began' | 'task' | 'iteration' | 'simulation' | 'workers' | 'ended';
  readonly case_dir: string;
  readonly iteration?: number;
  readonly lower_bound?: number;
  readonly upper_bound?: number;
  readonly gap?: number;
  readonly limit?: number | null;
  readonly completed?: number;
  readonly scenarios?: number;
  readonly workers?: readonly WorkerSpeed[];
  readonly task_id?: string;
}

/** By the name of the case: callers say where it lies in different ways. */
export const trainings = signal<Readonly<Record<string, Training>>>({});

export function caseName(directory: string): string {
  return directory.replace(/\/+$/, '').split('/').at(-1) ?? directory;
}

/** What is known after one more piece of news. */
export function heard(before: Training | undefined, news: News): Training {
  const known = before ?? { running: false, iterations: [] };
  switch (news.kind) {
    case 'began':
      return { running: true, iterations: [], message: 'Training begins.' };
    case 'task':
      return { ...known, ...(news.task_id === undefined ? {} : { task: news.task_id }) };
    case 'ended': {
      const { task: _, ...rest } = known;
      return { ...rest, running: false, message: `Ended after ${known.iterations.at(-1)?.iteration ?? 0} iterations.` };
    }
    case 'simulation':
      return { ...known, running: true, message: `Simulating scenario ${news.completed} of ${news.scenarios}.` };
    case 'workers':
      return { ...known, workers: news.workers ?? [] };
    case 'iteration': {
      const {
        iteration = 0,
        lower_bound: lower = Number.NaN,
        upper_bound: upper = Number.NaN,
        gap = Number.NaN,
      } = news;
      const reached = { iteration, lower, upper, gap };
      const iterations = [...known.iterations.filter((it) => it.iteration < iteration), reached];
      const message = `Iteration ${iteration}${news.limit ? ` of at most ${news.limit}` : ''}.`;
      const { workers, task } = known;
      return {
        ...{ running: true, iterations, message },
        ...(workers ? { workers } : {}),
        ...(task ? { task } : {}),
        ...(news.limit ? { limit: news.limit } : {}),
      };
    }
  }
}

/** Watches until the signal says stop; a line that breaks is taken up again. */
export async function watchTraining(stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    try {
      const response = await fetch('/console/training', { headers: authorization(), signal: stop, cache: 'no-store' });
      if (!response.ok) return;
      for await (const { data } of eventsOf(response)) take(JSON.parse(data) as News);
    } catch (error) {
      // The line of the workspace says so on every page; here there is only a chart that waits.
      if (!isLost(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 1500));
  }
}

function take(news: News): void {
  const name = caseName(news.case_dir);
  trainings.value = { ...trainings.value, [name]: heard(own(trainings.value, name), news) };
}

/** While it is heard of there is nothing to ask; where nothing is heard, somebody may ask again after a while. */
export function endHeard(name: string): Promise<void> {
  const isHeard = own(trainings.value, name)?.running === true;
  return new Promise((resolve) => {
    const timer = setTimeout(done, isHeard ? 60_000 : 1000);
    const stop = trainings.subscribe((all) => isHeard && own(all, name)?.running !== true && done());
    function done(): void {
      clearTimeout(timer);
      // It may be over before there is anything to stop.
      queueMicrotask(() => stop());
      resolve();
    }
  });
}
