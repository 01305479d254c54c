import { readFile, stat } from 'node:fs/promises';

/** How a case directory is read. Paths are the case directory joined with the relative name, separated by `/`. */
export interface CaseFileAccess {
  isDirectory(path: string): Promise<boolean>;
  /** Null when there is no such file; rejects when there is one that cannot be read. */
  read(path: string): Promise<Uint8Array | null>;
}

export const nodeFileAccess: CaseFileAccess = {
  async isDirectory(path) {
    const entry = await stat(path).catch(() => null);
    return entry?.isDirectory() ?? false;
  },
  async read(path) {
    return readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
      throw error;
    });
  },
};
