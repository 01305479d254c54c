import { readFile } from 'node:fs/promises';
import { argument, command, required, textValue, withDefault } from '@quadrivium/kernel/shell';
import { checkpointLine } from '../format/checkpoint.js';
import { defaultChain } from '../format/entry.js';
import { signerFromPem } from '../sign/signer.js';
import { withLedger } from './with-ledger.js';

export const checkpointCommand = command({
  name: 'checkpoint',
  description: 'sign the present head of a chain; keep the printed line elsewhere, it will show a cut tail',
  arguments: { database: argument('the database file') },
  options: {
    key: required(textValue('key', 'the private key in PEM, as "keygen" writes it', 'file')),
    chain: withDefault(textValue('chain', 'which chain', 'name'), defaultChain),
  },
  async run(io, { database, key, chain }) {
    const signer = signerFromPem(await readFile(key, 'utf8'));
    const at = io.now().toISOString();
    const line = checkpointLine(await withLedger(database, (ledger) => ledger.checkpoint({ chain, at, signer })));
    return { data: JSON.parse(line) as unknown, details: () => line };
  },
});
