import { expect, test } from 'vitest';
import { type Answer, careerClient } from './career-client.js';

const python = { company: 'Acme', role_title: 'Engineer', requirements: ['Python'], opportunity_id: 'opp-py' };

test('a match rests on the claims of one person only', async () => {
  const career = await careerClient();
  await career.call('add_atom', { claim: 'Python', verified: true, profile_id: 'ada' });
  await career.call('add_opportunity', python);
  const scoreOf = async (args: Answer) => {
    const { match_report } = (await career.call('match_opportunity', { opportunity_id: 'opp-py', ...args })) as {
      match_report: Answer;
    };
    return match_report;
  };
  expect(await scoreOf({})).toMatchObject({ overall_score: 0 });
  const report = await scoreOf({ profile_id: 'ada' });
  expect(report).toMatchObject({ profile_id: 'ada', matched_atoms: [expect.any(String)] });
  expect(await career.call('validate_match_report', { match_report: report })).toMatchObject({ status: 'accepted' });
  const { profile_id: _, ...stolen } = report;
  expect(await career.call('validate_match_report', { match_report: stolen })).toMatchObject({ status: 'rejected' });
  await career.close();
});

test('what is missing is told of one person', async () => {
  const career = await careerClient();
  await career.call('add_atom', { claim: 'Python', verified: true, profile_id: 'ada' });
  await career.call('add_opportunity', python);
  expect(await career.call('gap_summary', { profile_id: 'ada' })).toMatchObject({ gaps: [] });
  expect(await career.call('gap_summary')).toMatchObject({ gaps: [{ asked_by: ['opp-py'] }] });
  await career.close();
});

test('the role of a claim has no hidden signs', async () => {
  const career = await careerClient();
  const role = { title: 'Dir\u200Bector', employer: 'A\u202Ecme' };
  const { atom_id } = await career.call('add_atom', { claim: 'Led a team', role });
  expect(await career.call('get_atom', { atom_id })).toMatchObject({ role: { title: 'Director', employer: 'Acme' } });
  await career.close();
});

test('a decision about one person is computed again from that person', async () => {
  const career = await careerClient();
  await career.call('add_atom', { claim: 'Python', verified: true, profile_id: 'ada' });
  await career.call('add_opportunity', python);
  const { decision_id } = await career.call('match_opportunity', { opportunity_id: 'opp-py', profile_id: 'ada' });
  await career.call('add_atom', { claim: 'Baked bread', verified: true });
  expect(await career.call('replay_decision', { decision_id })).toMatchObject({ same: true, changed_since: [] });
  await career.close();
});

test('a person who is deleted is gone with claims and resumes; others, decisions and documents stay', async () => {
  const career = await careerClient();
  const ada = { profile_id: 'ada' };
  await career.call('set_profile', { ...ada, name: 'Ada Example' });
  await career.call('ingest_resume', { ...ada, content: '# Ada\n\n- Wrote Python for ten years\n', name: 'ada.md' });
  await career.call('add_atom', { claim: 'Python', verified: true, ...ada });
  await career.call('add_atom', { claim: 'Baked bread', verified: true });
  await career.call('add_opportunity', python);
  const { decision_id } = await career.call('match_opportunity', { opportunity_id: 'opp-py', ...ada });
  const { files } = (await career.call('tailor_document', {
    opportunity_id: 'opp-py',
    ...ada,
    formats: ['markdown'],
    parts: ['bytes'],
  })) as {
    files: { base64: string }[];
  };
  const gone = { profile_id: 'ada', claims: 1, resumes: 1 };
  expect(await career.call('delete_profile', ada)).toEqual(gone);

  const { profiles } = (await career.call('list_profiles')) as { profiles: { profile: Answer }[] };
  expect(profiles.map(({ profile }) => profile.profile_id)).toEqual(['me']);
  expect(await career.call('list_atoms', ada)).toMatchObject({ total: 0 });
  expect(await career.call('list_atoms')).toMatchObject({ atoms: [{ claim: 'Baked bread' }] });
  expect(career.app.store.resumes()).toEqual([]);
  expect(await career.call('replay_decision', { decision_id })).toMatchObject({ same: true });
  const content = { content_base64: files[0]?.base64 };
  expect(await career.call('verify_document', content)).toMatchObject({ valid: true });
  expect(await career.call('verify_audit')).toMatchObject({ valid: true });
  await expect(career.call('delete_profile', ada)).rejects.toThrow(/Nothing is kept of "ada"/);
  // The same resume comes in again as a new one.
  const again = { ...ada, content: '# Ada\n\n- Wrote Python for ten years\n', name: 'ada.md' };
  expect(await career.call('ingest_resume', again)).toMatchObject({ already_ingested: false });
  await career.close();
});

test('a claim keeps the role it belongs to, with its dates', async () => {
  const career = await careerClient();
  const role = { employer: 'Harbour', title: 'Crane driver', from: '2019-04', to: '2024' };
  const { atom_id } = await career.call('add_atom', { claim: 'Moved containers', kind: 'work', role });
  expect(await career.call('get_atom', { atom_id })).toMatchObject({ kind: 'work', role });
  const wrong = { claim: 'Moved containers', role: { from: 'April 2019' } };
  await expect(career.call('add_atom', wrong)).rejects.toThrow(/2019-04/);
  await career.close();
});

test('a condition that is taken back is unknown again, and the others stay', async () => {
  const career = await careerClient();
  await career.call('set_profile', { places: ['Leeds'], remote: 'no', least_pay: '40000 GBP year', name: 'Ada' });
  const after = await career.call('set_profile', { take_back: ['remote', 'least_pay'] });
  expect(after).toMatchObject({ places: ['Leeds'], name: 'Ada' });
  expect(Object.keys(after)).not.toContain('remote');
  expect(Object.keys(after)).not.toContain('least_pay');
  await career.close();
});
