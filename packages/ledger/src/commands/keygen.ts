import { writeFile } from 'node:fs/promises';
import { argument, command } from '@quadrivium/kernel/shell';
import { generateKeyPem, signerFromPem } from '../sign/signer.js';

export const keygenCommand = command({
  name: 'keygen',
  description: 'make a key for checkpoints: the private part goes to the file, the public part is printed',
  arguments: { file: argument('where to put the private key; must not exist yet') },
  async run(_, { file }) {
    const pem = generateKeyPem();
    await writeFile(file, pem, { flag: 'wx', mode: 0o600 });
    const { publicKey } = signerFromPem(pem);
    return { data: { file, publicKey }, details: () => publicKey };
  },
});
