/** An opportunity that is there already: whoever sits behind the caller decides, where the caller can ask anybody. */
import { connectInMemory } from '@quadrivium/kernel/testing';
import { describe, expect, test } from 'vitest';
import { CareerApp } from '../../src/app/career-app.js';
import { fixedSurroundings } from '../../src/domain/surroundings.js';
import { careerServer } from '../../src/operations/server.js';
import { careerClient, opportunity } from './career-client.js';

const other = { ...opportunity, role_title: 'Head of engineering' };
const posting = { opportunity_id: 'opp-1', company: 'Acme', text: 'Requirements:\n- Five years of Rust\n' };

const refusal = 'There is another opportunity "opp-1"';

async function withPerson(revision: string, answers: { action: 'accept' | 'decline' | 'cancel' }[]) {
  const app = new CareerApp({ surroundings: fixedSurroundings() });
  const { client, close } = await connectInMemory(careerServer(app), {
    allowWrite: true,
    revision,
    client: { capabilities: { elicitation: { form: {} } } },
  });
  const questions: string[] = [];
  client.setRequestHandler('elicitation/create', ({ params }) => {
    questions.push(params.message);
    return answers.shift() ?? { action: 'cancel' };
  });
  const add = (args: object) => client.callTool({ name: 'add_opportunity', arguments: { ...args } });
  return { app, add, questions, close };
}

describe.each(['2025-11-25', '2026-07-28'])('a person behind a caller of %s', (revision) => {
  test('keeps or replaces an opportunity of the same id, from requirements and from a posting', async () => {
    const { app, add, questions, close } = await withPerson(revision, [
      { action: 'decline' },
      { action: 'accept' },
      { action: 'cancel' },
    ]);
    await add(opportunity);
    const title = () => app.store.opportunity('opp-1')?.role_title;
    await expect(add(other)).rejects.toThrow(refusal);
    expect(title()).toBe('Engineer');
    expect((await add(other)).structuredContent).toMatchObject({ already_known: false });
    expect(title()).toBe('Head of engineering');
    await expect(add(posting)).rejects.toThrow(refusal);
    expect(title()).toBe('Head of engineering');
    expect(questions).toHaveLength(3);
    expect(questions[0]).toContain('another opportunity "opp-1" (Engineer, Acme)');
    await close();
    await app.close();
  });

  test('is not asked about the same one twice, nor where replacing was asked for', async () => {
    const { app, add, questions, close } = await withPerson(revision, []);
    await add(opportunity);
    await add(opportunity);
    expect((await add({ ...other, replace: true })).structuredContent).toMatchObject({ already_known: false });
    expect(questions).toEqual([]);
    await close();
    await app.close();
  });
});

test('a caller that can ask nobody is refused as ever', async () => {
  const career = await careerClient();
  await career.call('add_opportunity', opportunity);
  await expect(career.client.callTool({ name: 'add_opportunity', arguments: other })).rejects.toThrow(refusal);
  await career.close();
});
