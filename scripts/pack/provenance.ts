/** Checksums of a folder's files, and a statement of what they were made from (in-toto Statement, SLSA provenance v1). */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

/** Writes `SHA256SUMS` (for `sha256sum -c`) and `provenance.json` beside the files, and gives the names it described. */
export function describeFiles(folder: string): string[] {
  const names = readdirSync(folder).sort();
  const files = names.map((name) => ({ name, digest: { sha256: sha256(join(folder, name)) } }));
  writeFileSync(join(folder, 'SHA256SUMS'), files.map(({ name, digest }) => `${digest.sha256}  ${name}\n`).join(''));
  writeFileSync(join(folder, 'provenance.json'), `${JSON.stringify(statement(files), null, 2)}\n`);
  return names;
}

/** Not signed: `npm publish --provenance` in CI adds a signature that names the workflow. */
function statement(subject: readonly object[]): object {
  const gitCommit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject,
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'quadrivium:npm-run-release',
        externalParameters: { command: 'npm run release' },
        internalParameters: { node: process.version, platform: `${process.platform}-${process.arch}` },
        resolvedDependencies: [
          { uri: 'git:HEAD', digest: { gitCommit } },
          { uri: 'file:package-lock.json', digest: { sha256: sha256(join(root, 'package-lock.json')) } },
        ],
      },
      runDetails: { builder: { id: 'quadrivium:release-script' } },
    },
  };
}
