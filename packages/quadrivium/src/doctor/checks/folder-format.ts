import { existsSync } from 'node:fs';
import { folderFormat, readFolderNote } from '../../folder/data-folder.js';
import { type Check, ok, problem } from '../check.js';

export const folderFormatCheck: Check = {
  name: 'storage version',
  async look({ data }) {
    if (!existsSync(data.path)) return ok(`${folderFormat}, nothing is stored yet`);
    const note = readFolderNote(data);
    if (note === undefined) return ok(`${folderFormat}, the first start has not been completed yet`);
    if (note.format <= folderFormat) return ok(`${note.format}, workspace ${note.workspace}`);
    return problem(
      `${note.format}, and this program understands ${folderFormat}`,
      'Use a newer version of Quadrivium.',
    );
  },
};
