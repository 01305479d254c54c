import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { presentDate } from '@quadrivium/kernel/essentials';
import { type Check, ok, problem, warning } from '../check.js';

/** Long enough before its end that somebody can still do something about it. */
const noticeMs = 14 * 86_400_000;

/** The certificate that browsers are shown, when there is one. */
export const certificate: Check = {
  name: 'certificate',
  async look({ running }) {
    const file = typeof running === 'object' ? running.certificate : undefined;
    if (file === undefined) return ok('none in use');
    const { validFrom, validTo, subjectAltName = 'no name' } = new X509Certificate(await readFile(file));
    const left = Date.parse(validTo) - presentDate().getTime();
    const detail = `${file}: ${subjectAltName}, until ${validTo}`;
    const renew = 'Renew it; the running process takes the new files by itself.';
    if (left < 0) return problem(`${detail}, which is over`, renew);
    if (Date.parse(validFrom) > presentDate().getTime()) return problem(`${detail}, but only from ${validFrom}`, renew);
    return left < noticeMs ? warning(detail, renew) : ok(detail);
  },
};
