import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Everything `quadrivium up` keeps, in one folder that can be copied or deleted as a whole. */
export interface DataFolder {
  readonly path: string;
  /** Cases and their results; the only place cobre may touch. */
  readonly studies: string;
  readonly careerDb: string;
  readonly portariumDb: string;
  /** Nothing was there before this start. */
  readonly isNew: boolean;
}

export function openDataFolder(path: string): DataFolder {
  const folder = resolve(path);
  const isNew = !existsSync(join(folder, 'career.db'));
  const studies = join(folder, 'studies');
  mkdirSync(studies, { recursive: true });
  return {
    path: folder,
    studies,
    careerDb: join(folder, 'career.db'),
    portariumDb: join(folder, 'portarium.db'),
    isNew,
  };
}
