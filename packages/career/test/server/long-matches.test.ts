import { inTransaction } from '@quadrivium/ledger';
import { expect, test } from 'vitest';
import { careerClient } from './career-client.js';

/** Enough claims that reading them takes longer than others may be kept waiting, on any machine. */
const claims = 4000;

async function withManyClaims(ward: string) {
  const career = await careerClient();
  inTransaction(career.app.store.database, () => {
    for (let n = 0; n < claims; n++)
      career.app.store.putAtom({
        atom_id: `a${n}`,
        domain: '',
        title: 'Nurse',
        claim: `Dressed wounds and kept charts on ${ward} ${n.toString(36)}`,
        tags: [],
        verified: true,
        evidence_refs: [],
      });
  });
  const requirements = ['Wound care', 'Keeping charts', 'Python'].map((text) => ({ text }));
  await career.call('add_opportunity', { opportunity_id: 'o', company: 'c', role_title: 'Nurse', requirements });
  return career;
}

const match = {
  name: 'match_opportunity',
  arguments: { opportunity_id: 'o', strategy: 'evidence_v2', trace_id: 'long' },
};

test('a long match tells how far it is, lets other calls in between, and replays byte for byte', async () => {
  const career = await withManyClaims('ward');
  const seen: number[] = [];
  const order: string[] = [];
  const long = career.client
    .callTool(match, { onprogress: ({ progress }) => void seen.push(progress) })
    .then((answer) => {
      order.push('match');
      return answer.structuredContent as { decision_id: string };
    });
  const short = career.call('get_atom', { atom_id: 'a1' }).then(() => order.push('get_atom'));
  const [{ decision_id }] = await Promise.all([long, short]);
  expect(order).toEqual(['get_atom', 'match']);
  expect(seen.length).toBeGreaterThan(0);
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(Math.max(...seen)).toBeLessThanOrEqual(claims + 3);
  expect(await career.call('replay_decision', { decision_id })).toMatchObject({ same: true, differences: [] });
  await career.close();
});

test('a match that is cancelled decides nothing and says so in its trace', async () => {
  const career = await withManyClaims('floor');
  const cancel = new AbortController();
  const call = career.client.callTool(match, { signal: cancel.signal, onprogress: () => cancel.abort() });
  await expect(call).rejects.toThrow();
  await expect.poll(() => career.app.audit.trace('long').map(({ event_type }) => event_type)).toContain('RunFailed');
  expect(await career.call('list_decisions')).toMatchObject({ decisions: [] });
  await career.close();
});

test('a shortlist, a replay and a validation of many claims let other calls in between too', async () => {
  const career = await withManyClaims('bay');
  const { decision_id, match_report } = (await career.call('match_opportunity', match.arguments)) as {
    decision_id: string;
    match_report: object;
  };
  const long = [
    ['shortlist', {}],
    ['replay_decision', { decision_id }],
    ['validate_match_report', { match_report }],
    ['tailor_document', { opportunity_id: 'o', formats: ['markdown'] }],
  ] as const;
  for (const [name, arguments_] of long) {
    // Another claim each time: what was read before is not read again, and would be short.
    inTransaction(career.app.store.database, () => {
      for (let n = 0; n < claims; n++)
        career.app.store.putAtom({
          atom_id: `${name}-${n}`,
          domain: '',
          title: 'Nurse',
          claim: `Dressed wounds during ${name} ${n.toString(36)}`,
          tags: [],
          verified: true,
          evidence_refs: [],
        });
    });
    const order: string[] = [];
    await Promise.all([
      career.call(name, arguments_).then(() => order.push(name)),
      career.call('get_atom', { atom_id: 'a1' }).then(() => order.push('get_atom')),
    ]);
    expect(order).toEqual(['get_atom', name]);
  }
  await career.close();
});
