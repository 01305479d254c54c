/** The prompt about decks, walked call by call as an agent would: every call that it writes down is made as it stands there. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeDeck } from '../newave/decks.js';
import { smallDeck } from '../newave/small-deck.js';
import { type Connected, connect, newRoot } from '../tools/served.js';

interface Call {
  readonly tool: string;
  readonly args: Record<string, unknown>;
}

const callsIn = (text: string, directory: string): Call[] =>
  [...text.matchAll(/^ +(cobre\/[a-z-]+) (\{.*\})$/gm)].map(([, tool, args]) => ({
    tool: tool!,
    args: JSON.parse(args!.replaceAll('"CASE', `"${directory}`)),
  }));

async function finished(server: Connected, task: unknown): Promise<void> {
  await expect
    .poll(async () => (await server.call('cobre/get-task-status', { task_id: task })).data.status, { timeout: 60_000 })
    .toBe('completed');
}

test('every call of the walk from a deck to an answer is answered, over a pipe and with writing allowed', async () => {
  const root = await newRoot();
  // One column of percent too many in TERM is read, and told to whoever starts the walk.
  const odd = smallDeck({ 'TERM.DAT': (text) => text.replace('    20     20', '   120     20') });
  const deck = await writeDeck(join(root, 'deck'), odd);
  const server = await connect(root, { transport: 'stdio', write: true });
  const { messages } = await server.client.getPrompt({ name: 'cobre/study-deck', arguments: { deck_dir: deck } });
  const text = messages.map(({ content }) => (content.type === 'text' ? content.text : '')).join('\n');
  expect(text).toContain('TERM.DAT, line 3: expected planned outages of 0 to 100 %, found 120');
  const answers = new Map<string, unknown>();
  for (const { tool, args } of callsIn(text, join(root, 'case'))) {
    const { isError, data } = await server.call(tool, args);
    expect([tool, args, isError ? data : 'answered']).toEqual([tool, args, 'answered']);
    answers.set(`${tool} ${args.entity_type ?? args.about ?? ''}`.trim(), data);
    if (tool === 'cobre/run') await finished(server, data.task_id);
  }
  // Nothing that a step promises is empty; November and December of 2030 are the first year of the deck.
  expect(answers.get('cobre/import-newave')).toMatchObject({ valid: true, stages: 2, hydros: 2 });
  const { iterations } = answers.get('cobre/query-convergence') as { iterations: unknown[] };
  expect(iterations.length).toBeGreaterThan(0);
  for (const kind of ['stored_energy', 'marginal_costs', 'deficit_risk', 'thermal_classes']) {
    const { rows } = answers.get(`cobre/query-results ${kind}`) as { rows: unknown[] };
    expect(rows.length, kind).toBeGreaterThan(0);
  }
  expect(answers.size).toBe(13);
  await server.close();
});
