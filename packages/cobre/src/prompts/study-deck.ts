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
      const rows = rowsOf(deck, 'subsystems', monthFor(deck, undefined), undefined).rows as readonly Row[];
      const header = Object.keys(rows[0] ?? {});
      const cells = rows.map((row) => header.map((name) => row[name] ?? null));
      return conversation(
        { from: 'user', text: `Study the NEWAVE deck in ${deck_dir} and explain: ${question ?? usualQuestion}` },
        { from: 'user', text: `Its subsystems in the first month:\n\n${textTable(header, cells)}` },
        { from: 'user', text: steps.join('\n') },
      );
    },
  });

type Row = Readonly<Record<string, string | number | null>>;

const steps = [
  'Work in this order:',
  '1. cobre/show-deck about reservoirs, plants and thermals where the question asks for them. A fault names file, line and column: report it, do not guess.',
  '2. With an older deck at hand, cobre/diff-decks: its derived rows come first, because they explain prices.',
  '3. cobre/import-newave into a new directory (the server must allow writes). Begin with years: 1, which runs in minutes. Read its warnings and what it did not use, and repeat what bears on the question.',
  '4. cobre/validate, then cobre/run, then cobre/query-convergence. Say how far apart the bounds are before you quote a number.',
  '5. cobre/query-results about stored_energy (in % of its maximum, by subsystem), marginal_costs, deficit_risk and thermal_classes: a planner asks for these first. cobre/statistics for single plants; cobre/water-values where storage is the answer.',
  '6. Explain in the words of a planner, with numbers and their units, and say what is modelled differently from the official program: plants one by one instead of equivalent reservoirs unless asked for, real hours of months, constant productivities unless planes were asked for, no risk-aversion surface.',
];
