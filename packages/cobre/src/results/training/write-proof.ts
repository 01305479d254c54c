import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Proof } from '../../sddp/index.js';
import type { OutputFolder } from '../folder/output-folder.js';

export const proofFile = 'training/proof.json';

/** Numbers of one cut or state stay in one line, so that the file can be read and is not mostly blanks. */
export async function writeProof(output: OutputFolder, proof: Proof): Promise<void> {
  const arrays: string[] = [];
  const text = JSON.stringify(
    proof,
    (_, value: unknown) => {
      if (!Array.isArray(value) || !value.every((entry) => typeof entry !== 'object' || Array.isArray(entry)))
        return value;
      return `\u0000${arrays.push(JSON.stringify(value)) - 1}\u0000`;
    },
    1,
  );
  await output.write(proofFile, `${text.replace(/"\\u0000(\d+)\\u0000"/g, (_, at) => arrays[Number(at)]!)}\n`);
}

/** Of everything a proof says but this digest itself. */
export function digestOfProof({ digest: _, ...rest }: Omit<Proof, 'digest'> & { readonly digest?: string }): string {
  return createHash('sha256').update(JSON.stringify(rest)).digest('hex');
}

/** The digests of the cuts of a policy, by file. */
export async function policyDigests(directory: string): Promise<Record<string, string>> {
  const names = (await readdir(join(directory, 'cuts')).catch(() => [])).sort();
  const digests: Record<string, string> = {};
  for (const name of names) {
    const bytes = await readFile(join(directory, 'cuts', name));
    digests[`cuts/${name}`] = createHash('sha256').update(bytes).digest('hex');
  }
  return digests;
}
