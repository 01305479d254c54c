/** What a person chose, as cobre takes it. Limits are cobre's; here is only said early what it would say late. */
import type { CobreAnswers } from '@quadrivium/cobre/answers';
import { base64Of } from '../../parts/files.js';
import { cobre } from '../../wire/operations.js';
import { WireError } from '../../wire/trouble.js';

export type Uploaded = CobreAnswers['cobre/upload-files'];

const most = 16 * 1024 * 1024;

/** A ZIP, or the files of a folder. Cases lie side by side; a deck is kept apart, to become a case of that name. */
export async function upload(name: string, chosen: readonly File[]): Promise<Uploaded> {
  const bytes = chosen.reduce((sum, { size }) => sum + size, 0);
  if (bytes > most) throw tooLarge(bytes);
  const places = { directory: name, deck_directory: `decks/${name}` };
  const [only] = chosen;
  if (only !== undefined && chosen.length === 1 && /\.zip$/i.test(only.name))
    return cobre('cobre/upload-files', { ...places, archive: await base64Of(only) });
  const files = await Promise.all(
    chosen.map(async (file) => ({ path: file.webkitRelativePath || file.name, base64: await base64Of(file) })),
  );
  return cobre('cobre/upload-files', { ...places, files });
}

function tooLarge(bytes: number): WireError {
  const size = `${Math.ceil(bytes / 1024 / 1024)} MB`;
  return new WireError({
    kind: 'TooLarge',
    message: `These are ${size}, and at most 16 MB are sent at once.`,
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
