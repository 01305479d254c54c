import { argument, command, textValue } from '@quadrivium/kernel/shell';
import { withLedger } from './with-ledger.js';

export const headCommand = command({
  name: 'head',
  description: 'print the newest entry of every chain, in the form that "verify --expect-head" takes',
  arguments: { database: argument('the database file') },
  options: { chain: textValue('chain', 'only this chain', 'name') },
  async run(_, { database, chain }) {
    const heads = await withLedger(database, async (ledger) => {
      const names = chain === undefined ? await ledger.chains() : [chain];
      return Promise.all(names.map((name) => ledger.head(name)));
    });
    const lines = () => heads.map((head) => `${head.chain}/${head.seq}:${head.hash}`).join('\n');
    return { data: heads, perLine: true, details: lines };
  },
});
