import { expect, test } from 'vitest';
import { CallLog } from '../../src/app/evidence/call-log.js';
import type { CallDraft } from '../../src/domain/evidence.js';
import type { Store } from '../../src/domain/store-port.js';

const draft = (target: string) => ({ target }) as unknown as CallDraft;

/** Only what the log asks of a store: one workspace refuses for a while. */
function storeRefusing(broken: Set<string>) {
  const written: string[] = [];
  const transact = async (workspaceId: string, work: (tx: unknown) => Promise<unknown>) => {
    if (broken.has(workspaceId)) throw new Error('disk full');
    return work({
      now: 0,
      called: ({ target, body }: { target?: string; body?: { lost: number } }) =>
        written.push(`${workspaceId}/${target ?? `lost ${body?.lost}`}`),
    });
  };
  return { store: { transact } as unknown as Store, written };
}

test('a workspace that cannot be written to costs no other its records, and its own are kept for later, in order', async () => {
  const broken = new Set(['first']);
  const { store, written } = storeRefusing(broken);
  const log = new CallLog(store);
  log.keep('first', draft('a'));
  log.keep('second', draft('b'));
  await expect(log.flush()).rejects.toThrow('disk full');
  expect(written).toEqual(['second/b']);
  expect(log.health).toMatchObject({ failures: 1, waiting: 1, lost: 0 });
  log.keep('first', draft('c'));
  broken.clear();
  await log.flush();
  expect(written).toEqual(['second/b', 'first/a', 'first/c']);
});

test('what waits for a database that takes nothing is bounded, and the chain says what is missing', async () => {
  const broken = new Set(['first']);
  const { store, written } = storeRefusing(broken);
  const log = new CallLog(store);
  for (let call = 0; call < 10_005; call += 1) log.keep('first', draft(`${call}`));
  await expect(log.flush()).rejects.toThrow('disk full');
  expect(log.health).toMatchObject({ waiting: 10_000, lost: 5 });
  broken.clear();
  await log.flush();
  expect(written.slice(0, 2)).toEqual(['first/lost 5', 'first/5']);
  expect(written).toHaveLength(10_001);
  expect(log.health.waiting).toBe(0);
});
