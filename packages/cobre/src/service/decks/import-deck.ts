/** A deck written as a case: read, mapped, checked, and only then put where it shall be. */
import { Fault } from '@quadrivium/kernel/fault';
import * as z from 'zod';
import type { ImportOptions } from '../../newave/import/study.js';
import { validateCase } from '../../validation/validate-case.js';
import { memoryAccess } from '../cases/case-access.js';
import { putInPlace, vacantPlace } from '../cases/case-directory.js';
import type { Files } from '../files/files.js';
import { errorRecord, integer, record } from '../seed-schema.js';
import { openDeck } from './open-deck.js';

export const importedCase = record({
  case_dir: z.string(),
  title: z.string(),
  stages: integer(),
  hydros: integer(),
  thermals: integer(),
  files: z.array(z.string()),
  valid: z.boolean(),
  errors: z.array(errorRecord),
  warnings: z.array(
    record({
      code: z.string(),
      file: z.string().nullable(),
      line: integer().nullable(),
      entity: z.string().nullable(),
      message: z.string(),
    }),
  ),
  relinked: z.array(z.array(z.string())).describe('Links of the cascade that a fictitious plant carried: from, to'),
  ignored: z
    .array(record({ file: z.string(), records: integer(), of: integer() }))
    .describe('How many records of a file have no effect; import-report.json names each with its reason'),
});

export type ImportedCase = Readonly<z.output<typeof importedCase>>;

/** Lists of official decks end without a closing line: that is told, and with it taken for an error no such deck would pass. */
const usualInOfficialDecks = 'open-end';

export async function importDeck(
  files: Files,
  from: string,
  to: string,
  { strict, ...asked }: ImportOptions & { readonly strict: boolean },
  signal: AbortSignal,
) {
  const { importDeck: convert } = await import('../../newave/import/import-deck.js');
  await vacantPlace(files, to);
  const deck = await openDeck(files, from);
  const { files: written, report } = convert(deck, asked);
  const bytes = new Map(written.map(({ path, content }) => [path, Buffer.from(content)]));
  const checked = await validateCase(to, memoryAccess(to, bytes));
  const grave = report.warnings.filter(({ code }) => code !== usualInOfficialDecks);
  if (strict && grave.length > 0) throw warned(from, grave);
  await heard();
  signal.throwIfAborted();
  await putInPlace(files, to, written);
  return {
    case_dir: to,
    title: report.title,
    stages: report.stages,
    hydros: report.hydros.length,
    thermals: report.thermals.length,
    files: written.map(({ path }) => path).sort(),
    valid: checked.valid,
    errors: checked.errors.map((error) => ({ ...error, context: { ...error.context } })),
    warnings: [...report.warnings],
    relinked: report.relinked.map(([above, below]) => [above, below]),
    ignored: report.files
      .filter(({ records, used }) => records > used)
      .map(({ path, records, used }) => ({ file: path, records: records - used, of: records })),
  };
}

/** Reading and mapping give way to nobody: a signal of meanwhile is heard when the loop has waited for events once more. */
const heard = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

/** As many as one reads at once; all are in the context. */
const mostTold = 5;

/** With the deck in its context, so that the exit code is that of a deck that is not taken. */
function warned(deck: string, warnings: readonly { message: string }[]): Fault<'PhysicalConstraint'> {
  const [count, them] =
    warnings.length === 1 ? ['1 warning', 'it for an error'] : [`${warnings.length} warnings`, 'them for errors'];
  const told = warnings.slice(0, mostTold).map(({ message }) => message);
  const rest = warnings.length > mostTold ? [`and ${warnings.length - mostTold} more`] : [];
  return new Fault('PhysicalConstraint', `${count}, and --strict takes ${them}: ${[...told, ...rest].join('; ')}`, {
    context: { deck, warnings },
    suggestion: 'Leave --strict out, or correct the deck.',
  });
}
