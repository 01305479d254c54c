import { readFile } from 'node:fs/promises';
import { certificateTerm } from '@quadrivium/kernel';
import { presentTime } from '@quadrivium/kernel/essentials';
import { type Check, ok, problem, warning } from '../check.js';

const renew = 'Renew it; the running process takes the new files by itself.';

/** The certificate that browsers are shown, when there is one. */
export const certificate: Check = {
  name: 'certificate',
  async look({ running }) {
    const file = typeof running === 'object' ? running.certificate : undefined;
    if (file === undefined) return ok('none in use');
    const { state, words } = certificateTerm(await readFile(file), presentTime());
    const detail = `${file}: ${words}`;
    if (state === 'good') return ok(detail);
    return state === 'ending' ? warning(detail, renew) : problem(detail, renew);
  },
};
