import { existsSync, readFileSync } from 'node:fs';
import { attempt } from '@quadrivium/kernel/essentials';
import { signerFromPem } from '@quadrivium/ledger';
import { type Check, ok, problem } from '../check.js';

const restore =
  'Put the key of this database back from a backup: with another, its checkpoints are foreign and what was sealed stays closed.';

/** The private key beside the database of portarium signs checkpoints and seals what is kept for others. */
export const signingKey: Check = {
  name: 'signing key',
  async look({ data }) {
    const path = process.env.PORTARIUM_KEY_FILE ?? `${data.portariumDb}.key`;
    if (!existsSync(data.portariumDb)) return ok('the first start makes one');
    if (!existsSync(path)) return problem(`${path} is gone; a start makes another`, restore);
    const pem = readFileSync(path, 'utf8');
    const isKey = attempt(() => signerFromPem(pem) !== undefined, false);
    return isKey ? ok(path) : problem(`${path} holds no Ed25519 private key in PEM`, restore);
  },
};
