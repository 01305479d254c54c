import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { generateKeyPem, signerFromPem } from '../sign/signer.js';
import { type CommandIo, printLine } from './command-io.js';

export function keygenCommand(program: Command, io: CommandIo): void {
  program
    .command('keygen')
    .description('make a key for checkpoints: the private part goes to the file, the public part is printed')
    .argument('<file>', 'where to put the private key; must not exist yet')
    .action(async (file: string) => {
      const pem = generateKeyPem();
      await writeFile(file, pem, { flag: 'wx', mode: 0o600 });
      printLine(io.stdout, signerFromPem(pem).publicKey);
    });
}
