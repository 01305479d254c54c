/** What a person chose, as cobre takes it. Limits are cobre's; here is only said early what it would say late. */
import type { CobreAnswers } from '@quadrivium/cobre/answers';
import { base64Of } from '../../parts/files.js';
import { listTools } from '../../wire/mcp.js';
import { cobre } from '../../wire/operations.js';
import { WireError } from '../../wire/trouble.js';

export type Uploaded = CobreAnswers['cobre/upload-files'];

/** A ZIP, or the files of a folder. Cases lie side by side; a deck is kept apart, to become a case of that name. */
export async function upload(name: string, chosen: readonly File[]): Promise<Uploaded> {
  const bytes = chosen.reduce((sum, { size }) => sum + size, 0);
  const most = await mostBytes();
  if (bytes > most) throw tooLarge(bytes, most);
  const places = { directory: name, deck_directory: `decks/${name}` };
  const [only] = chosen;
  if (only !== undefined && chosen.length === 1 && /\.zip$/i.test(only.name))
    return cobre('cobre/upload-files', { ...places, archive: await base64Of(only) });
  const files = await Promise.all(
    chosen.map(async (file) => ({ path: file.webkitRelativePath || file.name, base64: await base64Of(file) })),
  );
  return cobre('cobre/upload-files', { ...places, files });
}

/** As the operation itself says it: of an archive in base64, four letters for three bytes. */
async function mostBytes(): Promise<number> {
  const tool = (await listTools('cobre')).find(({ name }) => name === 'cobre/upload-files');
  const { archive } = (tool?.inputSchema.properties ?? {}) as { archive?: { maxLength?: number } };
  return archive?.maxLength === undefined ? Number.POSITIVE_INFINITY : Math.floor(archive.maxLength / 4) * 3;
}

function tooLarge(bytes: number, most: number): WireError {
  const megabytes = (size: number): number => Math.round(size / 1024 / 1024);
  return new WireError({
    kind: 'TooLarge',
    message: `These are ${megabytes(bytes)} MB, and at most ${megabytes(most)} MB are sent at once.`,
    suggestion:
      'Leave results out or send a ZIP of the folder; a larger case is put into the folder of the studies by hand.',
  });
}

/** A name for the study from what was chosen: `national-60.zip` or the folder it lies in. */
export function nameOf([first]: readonly File[]): string {
  const [folder = ''] = (first?.webkitRelativePath || first?.name || '').split('/');
  return folder
    .replace(/\.zip$/i, '')
    .replace(/[^\w-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase();
}
