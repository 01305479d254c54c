import { join } from 'node:path';
import type { Files } from '../files/files.js';

/** Deep enough for studies in folders by year and month; deeper ones are reached by their path. */
const deepest = 3;
const mostCases = 200;

interface ListedCase {
  readonly case_dir: string;
  /** The address of its configuration. */
  readonly config: string;
}

interface CaseListing {
  readonly cases: readonly ListedCase[];
  readonly truncated?: boolean;
}

/**
 * The cases below the allowed directories, by paths that start there, so that nothing above them is told: relative ones
 * below the first, `root:2/...` below the second.
 */
export async function caseListing(files: Files, roots: number): Promise<CaseListing> {
  const found: string[] = [];
  const look = async (directory: string, depth: number): Promise<void> => {
    const entries = await files.entries(directory).catch(() => []);
    const names = new Set(entries.map(({ name }) => name));
    if (names.has('config.json') && names.has('stages.json')) found.push(directory);
    else if (depth < deepest) {
      for (const entry of entries) {
        if (found.length > mostCases) return;
        if (entry.isDirectory()) await look(join(directory, entry.name), depth + 1);
      }
    }
  };
  for (let root = 1; root <= roots; root++) await look(root === 1 ? '.' : `root:${root}`, 0);
  const cases = found.slice(0, mostCases).map((directory) => ({
    case_dir: directory,
    config: `cobre://case/${encodeURIComponent(directory)}/config`,
  }));
  return { cases, ...(found.length > mostCases ? { truncated: true } : {}) };
}
