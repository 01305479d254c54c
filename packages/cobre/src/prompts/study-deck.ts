import { completeDirectory, definePrompt } from '@quadrivium/kernel';
import * as z from 'zod';
import { monthFor } from '../service/decks/deck-fields.js';
import { openDeck } from '../service/decks/open-deck.js';
import { rowsOf } from '../service/decks/show-deck.js';
import { conversation } from './messages.js';
import { textTable } from './text-table.js';

const usualQuestion = 'How do marginal costs and stored energy develop in each subsystem, and why?';

export const studyDeckPrompt = () =>
  definePrompt({
    name: 'cobre/study-deck',
    title: 'From a NEWAVE deck to an explained result',
    description: 'Walks from an official NEWAVE deck to a case, a run and an explanation of what it found.',
    arguments: z.object({
      deck_dir: z.string().describe('Absolute path to the directory of an unpacked NEWAVE deck'),
      question: z.string().optional().describe('What the planner wants to know; prices and storage when left out'),
    }),
    complete: { deck_dir: completeDirectory() },
    async run({ deck_dir, question }, { files }) {
      const deck = await openDeck(files, deck_dir);
      const shown = rowsOf(deck, 'subsystems', monthFor(deck, undefined));
      const rows = shown.rows as readonly Row[];
      const header = Object.keys(rows[0] ?? {});
      const cells = rows.map((row) => header.map((name) => row[name] ?? null));
      return conversation(
        { from: 'user', text: `Study the NEWAVE deck in ${deck_dir} and explain: ${question ?? usualQuestion}` },
        {
          from: 'user',
          text: `Its subsystems in the first month:\n\n${textTable(header, cells)}${warned(shown.warnings)}`,
        },
        { from: 'user', text: stepsFor(deck_dir, namesIn(deck)).join('\n') },
      );
    },
  });

/** Ids of results are those of the case: subsystems by their code, months from the first of the study. */
function namesIn({ system, general }: Awaited<ReturnType<typeof openDeck>>): string {
  const subsystems = [...system.subsystems].sort((a, b) => a.code - b.code);
  const buses = subsystems.map(({ name }, id) => `${id} ${name}`).join(', ');
  const first = `${general.firstYear}-${String(general.firstMonth).padStart(2, '0')}`;
  return `Their stage_id 0 is ${first}, 1 the month after it; bus_id: ${buses}; a row without one is the whole system.`;
}

const warned = (warnings: readonly { readonly message: string }[]): string =>
  warnings.length === 0
    ? ''
    : ['\n\nWhat is odd about the deck:', ...warnings.map(({ message }) => `- ${message}`)].join('\n');

type Row = Readonly<Record<string, string | number | null>>;

/** Calls with their arguments, so that nobody has to guess them; CASE is the directory that the walk makes. */
const stepsFor = (deck: string, names: string): string[] => {
  const call = (tool: string, args: object) => `   ${tool} ${JSON.stringify(args)}`;
  const results = { output_dir: 'CASE/output' };
  return [
    'Work in this order. CASE stands for a directory that does not exist yet, inside those that the server may use; take its absolute path.',
    '1. Look at the deck, about what the question asks for. A fault names file, line and column: report it, do not guess. Repeat the warnings: a deck that was cut or damaged has them.',
    call('cobre/show-deck', { deck_dir: deck, about: 'reservoirs' }),
    ...['plants', 'thermals'].map((about) => call('cobre/show-deck', { deck_dir: deck, about, limit: 8 })),
    '   These are the largest; with name instead of limit it tells of one of them. All plants at once are 25,000 tokens.',
    '   With an older deck at hand, cobre/diff-decks (deck_dir is the older, other_dir the newer one): its derived rows come first, because they explain prices.',
    '2. Convert it (the server must allow writes). One year of equivalent reservoirs runs in a minute; plants one by one (model "individual") in many, the whole study in hours. Read its warnings and what it did not use, and repeat what bears on the question.',
    call('cobre/import-newave', { deck_dir: deck, case_dir: 'CASE', years: 1, model: 'ree' }),
    call('cobre/validate', { case_dir: 'CASE' }),
    '3. Run it, and ask with the task_id of the answer (cobre/get-task-status) until its status is completed.',
    call('cobre/run', { case_dir: 'CASE', background: true }),
    '4. Say how far apart the bounds are before you quote a number.',
    call('cobre/query-convergence', results),
    '5. What a planner asks for first: stored energy in % of its maximum by subsystem, marginal costs, the risk of a deficit by year, thermal generation by class.',
    ...['stored_energy', 'marginal_costs', 'deficit_risk', 'thermal_classes'].map((entity_type) =>
      call('cobre/query-results', { ...results, entity_type, compact: true }),
    ),
    `   ${names}`,
    '   Then single hydros by their id, and what water is worth where storage is the answer.',
    call('cobre/statistics', {
      ...results,
      entity_type: 'hydros',
      metric: 'storage',
      filters: { entity_id: 0, stage_range: [0, 5] },
    }),
    call('cobre/water-values', { case_dir: 'CASE' }),
    '6. Explain in the words of a planner, with numbers, their units and how many scenarios they rest on, and say what is modelled differently from the official program: equivalent reservoirs only where they were asked for, real hours of months, constant productivities unless planes were asked for, no risk-aversion surface.',
  ];
};
