import { afterEach, expect, test } from 'vitest';
import { EventFeed } from '../../src/app/events/event-feed.js';
import type { CloudEvent } from '../../src/domain/event.js';
import type { Store } from '../../src/domain/store-port.js';
import { realSurroundings } from '../../src/domain/surroundings.js';
import { openSqliteStore } from '../../src/store/sqlite-store.js';
import { until } from '../http/world.js';
import { temporaryFolder } from './plane.js';

const opened: Store[] = [];
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});

function openStore(file: string) {
  const store = openSqliteStore(file, { surroundings: realSurroundings() });
  opened.push(store);
  return store;
}

/** A store that counts how often somebody asks for events. */
function counted(file = `${temporaryFolder()}/feed.db`) {
  const store = openStore(file);
  const asked = { times: 0 };
  const events = store.events.bind(store);
  store.events = (...query) => {
    asked.times += 1;
    return events(...query);
  };
  return { store, asked, file };
}

const emit = (store: Store, workspaceId: string, count: number) =>
  store.transact(workspaceId, async (tx) => {
    for (let i = 0; i < count; i += 1) tx.emit({ type: 'run.Seen', subject: 'x', data: {} });
  });

/** Follows and writes down the numbers it sees. */
function listen(feed: EventFeed, workspaceId: string, from = 0, signal = new AbortController().signal) {
  const seen: number[] = [];
  const following = (async () => {
    for await (const page of feed.follow(workspaceId, from, signal)) seen.push(...numbersOf(page));
  })();
  return { seen, following };
}

const numbersOf = (page: readonly CloudEvent[]) => page.map(({ sequence }) => Number(sequence));

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

test('two hundred who follow cost one query per commit between them, and each gets every event of its workspace in order', async () => {
  const { store, asked } = counted();
  const feed = new EventFeed(store);
  await emit(store, 'ws-a', 3);
  const controller = new AbortController();
  const followers = numbers(0, 199).map((i) => listen(feed, 'ws-a', i % 4, controller.signal));
  const stranger = listen(feed, 'ws-b', 0, controller.signal);
  await until(
    async () => followers.filter(({ seen }) => seen.at(-1) === 3).length,
    (those) => those >= 150,
  );
  const before = asked.times;
  for (let commit = 0; commit < 20; commit += 1) {
    await emit(store, 'ws-a', 1);
    const last = commit + 4;
    await until(
      async () => followers.every(({ seen }) => seen.at(-1) === last),
      (all) => all,
    );
  }
  // One for each commit, and those of readers that look now and then for what other processes did.
  expect(asked.times - before).toBeLessThan(2000);
  for (const [i, { seen }] of followers.entries()) expect(seen).toEqual(numbers((i % 4) + 1, 23));
  expect(stranger.seen).toEqual([]);
  controller.abort();
  await Promise.all(followers.map(({ following }) => following));
});

test('who does not read is not kept for without bound: it goes on from where it was by reading the table', async () => {
  const { store, asked } = counted();
  const feed = new EventFeed(store);
  const controller = new AbortController();
  const slow = feed.follow('ws-a', 0, controller.signal);
  const quick = listen(feed, 'ws-a', 0, controller.signal);
  await emit(store, 'ws-a', 1);
  const next = async () => numbersOf((await slow.next()).value as readonly CloudEvent[]);
  expect(await next()).toEqual([1]);
  for (let i = 0; i < 30; i += 1) await emit(store, 'ws-a', 100);
  await until(
    async () => quick.seen.length,
    (seen) => seen === 3001,
  );
  const before = asked.times;
  const seen: number[] = [];
  while (seen.length < 3000) seen.push(...(await next()));
  expect(seen).toEqual(numbers(2, 3001));
  // Three thousand events in pages of two hundred: they were nowhere but in the table.
  expect(asked.times - before).toBeGreaterThanOrEqual(10);
  await emit(store, 'ws-a', 1);
  expect(await next()).toEqual([3002]);
  controller.abort();
  await quick.following;
});

test('what another process commits arrives as well, and the last who leaves ends the reading', async () => {
  const { store, asked, file } = counted();
  const feed = new EventFeed(store);
  const other = openStore(file);
  const controller = new AbortController();
  const follower = listen(feed, 'ws-a', 0, controller.signal);
  await emit(other, 'ws-a', 2);
  await until(
    async () => follower.seen,
    (seen) => seen.length === 2,
  );
  controller.abort();
  await follower.following;
  const before = asked.times;
  await emit(store, 'ws-a', 1);
  await emit(store, 'ws-a', 1);
  expect(asked.times).toBe(before);
});
