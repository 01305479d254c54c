/**
 * TLS with a certificate from files. Certificates are renewed while servers run: the files are looked at again and again, and
 * connections made from then on get the new one. A pair that does not fit, as between the writing of its two halves, is not
 * taken; the old one goes on.
 */
import { readFileSync, statSync } from 'node:fs';
import type { Server } from 'node:https';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { Fault } from '../fault.js';
import type { Logger } from '../log/logger.js';

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
  readonly options: SecureContextOptions;

  /** A pair that cannot be used keeps a server from starting. */
  constructor(files: CertificateFiles) {
    this.#files = files;
    try {
      this.#stamp = stampOf(files);
      this.options = pairOf(files);
    } catch (cause) {
      throw new Fault('BadCertificate', `${files.cert} and ${files.key} cannot be used: ${(cause as Error).message}.`, {
        context: { cert: files.cert, key: files.key },
        suggestion: 'Give a certificate and its private key as PEM files that this user can read.',
        cause,
      });
    }
  }

  /** Gives what ends the watching. */
  keepCurrent(server: Server, log: Logger): () => void {
    const timer = setInterval(() => this.#look(server, log), this.#files.lookMs ?? 1000).unref();
    return () => clearInterval(timer);
  }

  #look(server: Server, log: Logger): void {
    let stamp = '';
    try {
      stamp = stampOf(this.#files);
      if (stamp !== this.#stamp) this.#take(stamp, server, log);
      this.#complained = undefined;
    } catch (err) {
      if (stamp === this.#complained) return;
      this.#complained = stamp;
      log.error({ err, cert: this.#files.cert }, 'the new certificate cannot be used; the old one goes on');
    }
  }

  #take(stamp: string, server: Server, log: Logger): void {
    server.setSecureContext(pairOf(this.#files));
    this.#stamp = stamp;
    log.info({ cert: this.#files.cert }, 'a new certificate is in use');
  }
}

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
