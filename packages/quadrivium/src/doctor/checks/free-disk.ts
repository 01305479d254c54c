import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Check, ok, problem, warning } from '../check.js';

const megabyte = 1024 ** 2;

/** Below the first a commit may fail; below the second a large study may not find room for its results. */
const limits = { problem: 100, warning: 1024 };

/** Where a folder is made that is not there yet. */
const thereOf = (path: string): string => (existsSync(path) ? path : thereOf(dirname(path)));

export const freeDisk: Check = {
  name: 'free disk',
  async look({ data }) {
    const { bavail, bsize } = await statfs(thereOf(data.path));
    const free = Math.floor((bavail * bsize) / megabyte);
    const detail = `${free} MB`;
    if (free < limits.problem) return problem(detail, 'Make room before starting: results and records need it.');
    return free < limits.warning ? warning(detail, 'Large studies write more than that.') : ok(detail);
  },
};
