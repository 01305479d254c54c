import * as z from 'zod';
import { models, posts, productions, scales, turbines } from '../newave/import/study.js';
import { deckDir, deckExitCodes } from '../service/decks/deck-fields.js';
import { type ImportedCase, importDeck, importedCase } from '../service/decks/import-deck.js';
import { operation } from './operation.js';
import { caseDir } from './shared-fields.js';

/** Lists only where something is in them, and what to do next. */
function forPeople({ files: _, errors, warnings, relinked, ignored, ...rest }: ImportedCase) {
  const next = `cobre validate ${rest.case_dir} --estimate`;
  return {
    ...rest,
    ...(errors.length > 0 ? { errors: errors.map(({ message }) => message) } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(relinked.length > 0 ? { relinked: relinked.map(([above, below]) => `${above} above ${below}`) } : {}),
    ...(ignored.length > 0 ? { ignored } : {}),
    every_record: `${rest.case_dir}/import-report.json`,
    ...(rest.valid ? { next } : {}),
  };
}

export const importNewave = operation({
  name: 'cobre/import-newave',
  title: 'Import a NEWAVE deck',
  description:
    'Writes an official NEWAVE deck as a case: plants one by one with the whole cascade, or equivalent reservoirs; thermals month by month, interchange by block, withdrawals, expansion, limits, risk. The answer says whether the case is valid, what a planner should know, and how many records of each file have no effect; import-report.json in the case names every one of them. The directory must be empty or not exist yet.',
  effect: 'write',
  narrower: 'import-report.json of the new case has all of it; cobre/validate tells its findings alone.',
  timeoutMs: 120_000,
  cli: {
    verb: 'import newave',
    arguments: ['deck_dir', 'case_dir'],
    show: forPeople,
    refuses: ({ valid }) => !valid && deckExitCodes.notValid,
  },
  input: z.strictObject({
    deck_dir: deckDir,
    case_dir: caseDir.describe('Where the case goes; it must be empty or not exist yet'),
    model: z
      .enum(models)
      .default('individual')
      .describe('Plants one by one, equivalent reservoirs, or one reservoir per subsystem'),
    years: z.int().min(1).max(50).optional().describe('Years of the study; all of the deck when left out'),
    scale: z
      .enum(scales)
      .default('small')
      .describe(
        'small: 20 iterations, 4 passes, at most 20 openings, 100 series; deck: the numbers of the deck, over 10 million problems',
      ),
    production: z
      .enum(productions)
      .default('constant')
      .describe('Constant productivity, or planes fitted to each plant'),
    post: z.enum(posts).default('none').describe('deck: the years after the study as further stages'),
    turbines: z
      .enum(turbines)
      .default('mean')
      .describe(
        'What machines of reservoirs take: that of the mean head, or by the head of every state, with a row per plant and block more',
      ),
    strict: z
      .boolean()
      .default(false)
      .describe(
        'Take every warning for an error, but for lists that end without a closing line, as in official decks; nothing is written then',
      ),
  }),
  output: importedCase,
  run: ({ deck_dir, case_dir, ...options }, { files, signal }) =>
    importDeck(files, deck_dir, case_dir, options, signal),
});
