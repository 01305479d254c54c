import { existsSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Check, ok, problem, warning } from '../check.js';

export const folderWritable: Check = {
  name: 'data folder',
  async look({ data }) {
    if (!existsSync(data.path)) {
      const writable = canWrite(dirname(data.path));
      if (writable === true) return ok(`${data.path} is not there yet; quadrivium up makes it`);
      return problem(`${data.path} cannot be made: ${writable}`, 'Choose another folder with --data.');
    }
    if (!statSync(data.path).isDirectory()) return problem(`${data.path} is a file`, 'Choose a folder with --data.');
    const writable = canWrite(data.path);
    if (writable !== true) return problem(`${data.path} cannot be written: ${writable}`, 'Check who owns it.');
    if (process.platform !== 'win32' && (statSync(data.path).mode & 0o077) !== 0) {
      return warning(`${data.path} can be read by others on this machine`, `chmod 700 ${data.path}`);
    }
    return ok(data.path);
  },
};

/** Trying says more than permissions: a full or read-only disk shows as well. */
function canWrite(folder: string): true | string {
  try {
    rmdirSync(mkdtempSync(join(folder, '.doctor-')));
    return true;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
