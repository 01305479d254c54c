import { identifierOf } from '../identifiers.js';

/** Ways to reach tools that a look at the text cannot follow. */
const ANYTHING = /\b(?:globalThis|eval|Function|this|search|describe)\b/;
/** `tools` and what comes behind it: `.name`, `?.name` or `['name']`. */
const USES = /(\.\s*)?\btools\b\s*(?:\?\.\s*|\.\s*)?(?:\[\s*(?:'([^'\\]*)'|"([^"\\]*)")\s*\]|([A-Za-z_$][\w$]*))?/g;

/**
 * The servers that a program can call, found in its text; undefined when it might call any. Rather one server too many
 * than one too few: a comment that names a server counts, and whatever is unclear means all of them.
 */
export function serversNamed(code: string, servers: readonly string[]): readonly string[] | undefined {
  if (ANYTHING.test(code)) return undefined;
  const known = new Map(
    servers.flatMap((server) => [[server, server] as const, [identifierOf(server), server] as const]),
  );
  const named = new Set<string>();
  for (const [whole, member, single, double, word] of code.matchAll(USES)) {
    const isMember = /\btools\s*(\?\.|\.|\[)/.test(whole);
    const server = known.get(single ?? double ?? word ?? '');
    if (member !== undefined || !isMember || server === undefined) return undefined;
    named.add(server);
  }
  return servers.filter((server) => named.has(server));
}
