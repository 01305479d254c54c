/** From when until when a certificate is good, and what whoever looks after it has to know about that. */
import { X509Certificate } from 'node:crypto';

/** Long enough before its end that somebody can still do something about it. */
const noticeMs = 14 * 86_400_000;

export interface CertificateTerm {
  readonly state: 'good' | 'ending' | 'over' | 'early';
  /** In words: for whom it is, and until when. */
  readonly words: string;
}

/** Of the first certificate in the text, which is the one that is shown. */
export function certificateTerm(pem: string | Buffer, now: number): CertificateTerm {
  const { validFrom, validTo, subjectAltName = 'no name' } = new X509Certificate(pem);
  const words = `${subjectAltName}, until ${validTo}`;
  const left = Date.parse(validTo) - now;
  if (left < 0) return { state: 'over', words: `${words}, which is over` };
  if (Date.parse(validFrom) > now) return { state: 'early', words: `${words}, but only from ${validFrom}` };
  return { state: left < noticeMs ? 'ending' : 'good', words };
}
