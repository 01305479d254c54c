import { expect, test } from 'vitest';
import { idOf } from '../../src/domain/ids.js';
import { carryRun, type Standing } from '../../src/engine/carry-run.js';
import type { WorkflowContext } from '../../src/engine/workflow-context.js';

/** An engine that forgets nothing and waits for nothing, and tells what it was asked. */
function tellingContext(now: number): { readonly context: WorkflowContext; readonly asked: string[] } {
  const asked: string[] = [];
  const tell = async (words: string): Promise<void> => void asked.push(words);
  return {
    asked,
    context: {
      step: (name, work) => tell(name).then(work),
      sleep: (until) => tell(`sleep until ${until}`),
      waitSignal: (name, until) => tell(`wait for ${name} until ${until ?? 'it comes'}`),
      child: ({ runId }) => tell(`also carry ${runId}`),
      now: async () => now,
      uuid: async () => 'owner',
    },
  };
}

test('a run is driven again after each wait, sleeps while somebody holds it, and goes straight on when it is due', async () => {
  const { context, asked } = tellingContext(100);
  const standings: Standing[] = [
    { is: 'held', until: 200, children: [] },
    { is: 'waiting', children: [{ workspaceId: idOf('ws'), runId: idOf('run-2') }] },
    { is: 'waiting', until: 300, children: [] },
    { is: 'waiting', until: 99, children: [] },
    { is: 'over', children: [] },
  ];
  const owners: string[] = [];
  await carryRun(context, async (owner) => {
    owners.push(owner);
    return standings.shift() as Standing;
  });
  expect(asked).toEqual([
    'as far as it goes, 1',
    'sleep until 200',
    'as far as it goes, 2',
    'also carry run-2',
    'wait for wake until it comes',
    'as far as it goes, 3',
    'wait for wake until 300',
    'as far as it goes, 4',
    'as far as it goes, 5',
  ]);
  expect(new Set(owners)).toEqual(new Set(['owner']));
});
