import { afterEach, expect, test } from 'vitest';
import { type CareerClient, careerClient, opportunity } from './career-client.js';

let career: CareerClient;
afterEach(() => career.close());

const ids = (found: unknown) => (found as { opportunity_id: string }[]).map(({ opportunity_id }) => opportunity_id);

test('opportunities are found by words of role, company and place, whatever their capitals and letters', async () => {
  career = await careerClient();
  const add = (opportunity_id: string, more: object) =>
    career.call('add_opportunity', { ...opportunity, opportunity_id, ...more });
  await add('a', { role_title: 'Grid Engineer', company: 'Usina', location: 'São Paulo' });
  await add('b', { role_title: 'Engineer', company: 'ÉLAN', location: 'Lyon' });
  await add('c', { role_title: 'Baker', company: 'Grid Bread', requirements: [{ text: 'knows an engineer' }] });
  const find = async (text: string) => ids((await career.call('list_opportunities', { text })).opportunities);
  expect(await find('engineer')).toEqual(['a', 'b']);
  expect(await find('GRID')).toEqual(['a', 'c']);
  expect(await find('grid paulo')).toEqual(['a']);
  expect(await find('são')).toEqual(['a']);
  expect(await find('élan')).toEqual(['b']);
  expect(await find('%')).toEqual([]);
  expect(await find('')).toEqual(['a', 'b', 'c']);
  const { opportunities, total } = await career.call('list_opportunities', { text: 'engineer', limit: 1 });
  expect({ ids: ids(opportunities), total }).toEqual({ ids: ['a'], total: 2 });
});
