import { copyFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeFolder, newSecret } from '@quadrivium/kernel/essentials';
import { Fault } from '@quadrivium/kernel/fault';
import * as z from 'zod';
import type { EncoderKind, Sink } from '../../query/export/encoder.js';
import { type ExportFormat, encoders } from '../../query/export/index.js';
import { findFiles } from '../../query/find-source.js';
import type { QueryEngine } from '../../query/query-engine.js';
import type { ResultRequest } from '../../query/read-results.js';
import { convergenceKind, type ResultKind, type ResultKindName, resultKinds } from '../../query/result-kinds.js';
import { streamResults } from '../../query/stream-results.js';
import type { Files } from '../files/files.js';
import { outputPlace, type Place, shownPath } from '../files/place.js';
import { toldWriting } from '../files/told-writing.js';
import { isFullDisk } from '../runs/full-disk.js';
import { isThere } from '../runs/lock/process-identity.js';
import { integer, record } from '../seed-schema.js';
import { incompleteField, mayBeIncomplete, noSuchResults } from './completeness.js';
import { exportName } from './export-name.js';
import { isMade, noRows, type ResultFilters, readable, selectionOf } from './query-results.js';

export interface ExportRequest {
  readonly outputDirectory: string;
  readonly format: ExportFormat;
  readonly entityType: ResultKindName | 'convergence';
  readonly filters?: ResultFilters;
  readonly signal?: AbortSignal;
}

export const exportedFile = record({
  file_path: z.string().describe('Absolute path to the exported file'),
  rows: integer().describe('Number of rows exported'),
  size_bytes: integer().describe('File size in bytes'),
  incomplete: incompleteField,
});

type ExportedFile = Readonly<z.output<typeof exportedFile>>;

/** Writes matching rows to a new file in `exports/` of the output directory; it appears there when it is whole. */
export async function exportResults(files: Files, engine: QueryEngine, asked: ExportRequest): Promise<ExportedFile> {
  const { outputDirectory, entityType, format, filters = {}, signal } = asked;
  const kind = entityType === 'convergence' ? convergenceKind : resultKinds[entityType];
  const place = await outputPlace(files, outputDirectory, kind.folder);
  const selection =
    entityType === 'convergence' ? unfiltered(filters) : await selectionOf(files, outputDirectory, entityType, filters);
  const request: ResultRequest = { place, kind, selection, ...(signal ? { signal } : {}) };
  await requireTable(files, place, kind);
  const unfinished = entityType === 'convergence' ? {} : await mayBeIncomplete(files, outputDirectory);
  const name = exportName(entityType, filters, encoders[format].extension);
  const written = await new ExportFile(files, place, name).write(kind.folder, async (sink) => {
    const rows = await streamResults(engine, files, request, encoders[format], sink);
    return rows ?? writeNothing(entityType, filters, encoders[format], sink);
  });
  return { ...written, ...unfinished };
}

/** A copy, because the wanted place may be on another disk. */
export async function movedTo(wanted: string, from: string): Promise<string> {
  const to = resolve(wanted);
  const copy = async (): Promise<void> => {
    makeFolder(dirname(to));
    await copyFile(from, to);
  };
  await toldWriting(to, copy, { kept: `the rows are kept in ${from}` });
  await rm(from);
  return to;
}

/** Nothing is created where there are no results; a system without lines has results, of which none are of lines. */
async function requireTable(files: Files, place: Place, kind: ResultKind): Promise<void> {
  const found = await readable(place, kind.folder, () => findFiles(files, place.asked, place.path, kind));
  if (found !== null || (kind !== convergenceKind && (await isMade(files, place.asked, kind)))) return;
  throw await noSuchResults(files, place.asked, kind.folder);
}

/** A table of the format without rows. */
async function writeNothing(
  entityType: ExportRequest['entityType'],
  { columns }: ResultFilters,
  encoder: EncoderKind,
  sink: Sink,
): Promise<number> {
  const names = entityType === 'convergence' ? [] : noRows(entityType, columns ? { columns } : {}).columns;
  const empty = await encoder.open(names, [], sink);
  await empty.begin();
  await empty.end();
  return 0;
}

function unfiltered(filters: ResultFilters): Record<string, never> {
  const given = Object.keys(filters).filter((key) => filters[key as keyof ResultFilters] !== undefined);
  if (given.length === 0) return {};
  throw new Fault('InvalidArguments', `Convergence has no ${given.join(', ')} to filter by`, {
    context: { field: 'filters', value: given },
    suggestion: 'Leave the filters out; the table has one row per iteration.',
  });
}

/** A file that is written under a name of its own and then takes its place. */
class ExportFile {
  readonly #files: Files;
  readonly #place: Place;
  readonly #name: string;

  constructor(files: Files, place: Place, name: string) {
    this.#files = files;
    this.#place = place;
    this.#name = name;
  }

  async write(
    source: string,
    produce: (sink: (bytes: string | Uint8Array) => Promise<void>) => Promise<number>,
  ): Promise<ExportedFile> {
    const folder = join(this.#place.asked, 'exports');
    const directory = await this.#files.mkdir(folder);
    await removeAbandonedDrafts(this.#files, this.#place.asked);
    const draft = `.${this.#name}.${process.pid}-${newSecret(6, 'hex')}.partial`;
    const handle = await this.#files.create(join(folder, draft));
    let size = 0;
    try {
      const rows = await readable(this.#place, source, () =>
        produce(async (bytes) => {
          const block = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
          size += block.byteLength;
          await handle.writeFile(block);
        }),
      );
      await handle.sync();
      await rename(join(directory, draft), join(directory, this.#name));
      return { file_path: shownPath(this.#place, 'exports', this.#name), rows, size_bytes: size };
    } catch (cause) {
      await this.#files.removeFile(join(folder, draft)).catch(() => {});
      throw isFullDisk(cause) ? doesNotFit(this.#name, size) : cause;
    } finally {
      await handle.close();
    }
  }
}

type RemovableFiles = Pick<Files, 'entries' | 'removeFile'>;

/** A process that was killed leaves its draft; the name says whose it is. */
export async function removeAbandonedDrafts(files: RemovableFiles, outputDirectory: string): Promise<void> {
  const folder = join(outputDirectory, 'exports');
  for (const { name } of await files.entries(folder)) {
    const owner = /^\..*\.(\d{1,9})-[0-9a-f]+\.partial$/.exec(name)?.[1];
    if (owner !== undefined && !isThere(Number(owner))) await files.removeFile(join(folder, name)).catch(() => {});
  }
}

function doesNotFit(file: string, written: number): Fault<'DiskFull'> {
  return new Fault('DiskFull', `The disk is full: ${file} did not fit, and nothing of it was kept`, {
    context: { file, bytes_written: written },
    suggestion: 'Make room, or export fewer rows or columns.',
  });
}
