/**
 * TLS with a certificate from files. Certificates are renewed while servers run: the files are looked at again and again, and
 * connections made from then on get the new one. A pair that does not fit, as between the writing of its two halves, is not
 * taken; the old one goes on. One that is over, or soon will be, is served all the same and told: once at the start, and once
 * when it comes to that.
 */
import { readFileSync, statSync } from 'node:fs';
import type { Server } from 'node:https';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { presentTime } from '../essentials/index.js';
import { Fault } from '../fault.js';
import type { Logger } from '../log/logger.js';
import { type CertificateTerm, certificateTerm } from './certificate-term.js';

export interface CertificateFiles {
  /** PEM, with the certificates of those who signed it after it. */
  readonly cert: string;
  readonly key: string;
  /** How long a change may go unnoticed, in milliseconds. */
  readonly lookMs?: number;
}

export class Certificate {
  readonly #files: CertificateFiles;
  #stamp: string;
  /** What the last complaint was about; looking often is no reason to say it often. */
  #complained: string | undefined;
  /** How it stood with the certificate when that was last told. */
  #told: CertificateTerm['state'] = 'good';
  #options: SecureContextOptions;

  /** A pair that cannot be used keeps a server from starting. */
  constructor(files: CertificateFiles) {
    this.#files = files;
    try {
      this.#stamp = stampOf(files);
      this.#options = pairOf(files);
    } catch (cause) {
      throw new Fault('BadCertificate', `${files.cert} and ${files.key} cannot be used: ${(cause as Error).message}.`, {
        context: { cert: files.cert, key: files.key },
        suggestion: 'Give a certificate and its private key as PEM files that this user can read.',
        cause,
      });
    }
  }

  get options(): SecureContextOptions {
    return this.#options;
  }

  /** Gives what ends the watching. */
  keepCurrent(server: Server, log: Logger): () => void {
    this.#tellTerm(log);
    const timer = setInterval(() => this.#look(server, log), this.#files.lookMs ?? 1000).unref();
    return () => clearInterval(timer);
  }

  #look(server: Server, log: Logger): void {
    let stamp = '';
    try {
      stamp = stampOf(this.#files);
      if (stamp !== this.#stamp) this.#take(stamp, server, log);
      this.#complained = undefined;
      this.#tellTerm(log);
    } catch (err) {
      if (stamp === this.#complained) return;
      this.#complained = stamp;
      log.error({ err, cert: this.#files.cert }, 'the new certificate cannot be used; the old one goes on');
    }
  }

  #take(stamp: string, server: Server, log: Logger): void {
    this.#options = pairOf(this.#files);
    server.setSecureContext(this.#options);
    this.#stamp = stamp;
    log.info({ cert: this.#files.cert }, 'a new certificate is in use');
  }

  #tellTerm(log: Logger): void {
    const { cert } = this.#files;
    const { state, words } = certificateTerm(this.#options.cert as Buffer, presentTime());
    if (state === this.#told) return;
    this.#told = state;
    if (state === 'good') return;
    const details = { cert, certificate: words, suggestion: 'Renew the files; they are taken without a restart.' };
    log[state === 'ending' ? 'warn' : 'error'](details, told[state]);
  }
}

const told = {
  ending: 'the certificate ends soon',
  over: 'the certificate is over: browsers refuse it',
  early: 'the certificate is not good yet: browsers refuse it',
} as const;

function pairOf({ cert, key }: CertificateFiles): SecureContextOptions {
  const options = { cert: readFileSync(cert), key: readFileSync(key), minVersion: 'TLSv1.2' } as const;
  createSecureContext(options);
  return options;
}

/** Whatever replaces a file leaves another number, time or size. */
function stampOf({ cert, key }: CertificateFiles): string {
  return [cert, key]
    .map((path) => statSync(path))
    .map(({ ino, mtimeMs, size }) => `${ino}:${mtimeMs}:${size}`)
    .join(' ');
}

/** For a front, from the flags of any program: both files, or neither. */
export function certificateOf({ tlsCert: cert, tlsKey: key }: CertificateFlags): { readonly tls?: CertificateFiles } {
  if (cert === undefined && key === undefined) return {};
  if (cert !== undefined && key !== undefined) return { tls: { cert, key } };
  throw new Fault('BadUsage', 'TLS needs a certificate and its private key.', {
    suggestion: 'Give both --tls-cert and --tls-key.',
  });
}

interface CertificateFlags {
  readonly tlsCert?: string | undefined;
  readonly tlsKey?: string | undefined;
}
