import { webcrypto } from 'node:crypto';
import { Fault } from '@quadrivium/kernel/fault';
import { readAndValidate } from '../../validation/validate-case.js';
import type { Files } from '../files/files.js';
import { casePlace } from '../files/place.js';
import { type CaseBytes, caseAccess } from './case-access.js';

/** SHA-256 by file. */
export type CaseDigests = Readonly<Record<string, string>>;

/** Reads and checks the whole case, valid or not; whoever gets the answer can read the same bytes without harm. */
export async function caseDigests(files: Files, caseDirectory: string): Promise<CaseDigests> {
  await casePlace(files, caseDirectory);
  const { filesRead } = await readAndValidate(caseDirectory, caseAccess(files));
  return Object.fromEntries(filesRead.map(({ path, sha256 }) => [path, sha256]));
}

/** Those of the files that were read before, and those that nobody reads; refused when one has other bytes now. */
export async function sameBytes(bytes: CaseBytes, expected: CaseDigests): Promise<CaseBytes> {
  const known = [...bytes].filter(([file]) => expected[file] !== undefined);
  for (const [file, content] of known) {
    const digest = await webcrypto.subtle.digest('SHA-256', content);
    if (Buffer.from(digest).toString('hex') !== expected[file]) throw changed(file);
  }
  return new Map([...bytes].filter(([file]) => file.endsWith('.csv') || expected[file] !== undefined));
}

function changed(file: string): Fault<'ParseError'> {
  return new Fault('ParseError', `${file} changed while the run was starting`, {
    context: { file, line: null, detail: 'It has other bytes than a moment before.' },
    suggestion: 'Start the run when nobody writes the case any more.',
  });
}
