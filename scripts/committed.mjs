/**
 * A statement that names a commit must be true of every file that goes into a release. What somebody tried in the clone, beside
 * the sources, goes into none. It stands before the build, which takes minutes.
 */
import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();

const changed = git('status', '--porcelain', '--untracked-files=no');
const unknown = git('ls-files', '--others', '--exclude-standard', '--', 'packages', 'docs', 'hosts', 'scripts');
const open = [changed, unknown].filter((names) => names !== '').join('\n');
if (open !== '') {
  process.stderr.write(
    `Not everything is committed, so no commit could be named:\n${open}\nCommit or stash it first.\n`,
  );
  process.exit(1);
}
