import type { CobreQuestions } from '@quadrivium/cobre/answers';
import { useState } from 'preact/hooks';
import { ActionButton } from '../../parts/action-button.js';
import { ActionNotes } from '../../parts/action-notes.js';
import { bytesOf, offerPieces } from '../../parts/files.js';
import { useAction } from '../../state/use-action.js';
import { cobre } from '../../wire/operations.js';
import { mayWrite, needsKey } from './may-write.js';

type Wanted = CobreQuestions['cobre/export-results'];

const formats: Readonly<Record<Wanted['format'], string>> = {
  csv: 'CSV',
  parquet: 'Parquet',
  json: 'JSON',
  arrow: 'Arrow',
};

/** Every row of a question as a file, without the limit of a page. */
export function ExportResults({ wanted }: { wanted: Omit<Wanted, 'format'> }) {
  const [format, setFormat] = useState<Wanted['format']>('csv');
  const action = useAction();
  const start = () =>
    action.run(async () => {
      const { file_path, rows, size_bytes } = await cobre('cobre/export-results', { ...wanted, format });
      const name = file_path.split(/[\\/]/).at(-1) ?? '';
      offerPieces(name, await piecesOf(wanted.output_dir, name));
      return `${name}: ${rows} rows, ${Math.ceil(size_bytes / 1024)} kB.`;
    });
  return (
    <div class="export">
      <div class="inline">
        <label for="export-format">Format</label>
        <select
          id="export-format"
          value={format}
          onInput={(event) => setFormat(event.currentTarget.value as Wanted['format'])}
        >
          {Object.entries(formats).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
        <ActionButton busy={action.busy} reason={mayWrite() ? undefined : needsKey} onClick={start}>
          Export all rows
        </ActionButton>
      </div>
      <ActionNotes action={action} />
    </div>
  );
}

async function piecesOf(output_dir: string, name: string): Promise<Uint8Array<ArrayBuffer>[]> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let offset: number | undefined = 0;
  while (offset !== undefined) {
    const { base64, next_offset }: { base64: string; next_offset?: number | undefined } = await cobre(
      'cobre/read-export',
      { output_dir, name, offset },
    );
    pieces.push(bytesOf(base64));
    offset = next_offset;
  }
  return pieces;
}
