import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';

/** A file that is there with all of its content or not at all, whenever the process or the power ends. */
export function writeWhole(path: string, text: string): void {
  const draft = `${path}.draft`;
  const file = openSync(draft, 'w', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
}
