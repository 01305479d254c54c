import { isPair, isScalar, type Scalar, visit } from 'yaml';
import { expandText, type Surroundings } from './expand.js';
import type { ConfigProblem, Path } from './problem.js';
import type { Source } from './source.js';

/** Prose and samples, where a dollar sign is just one. */
const LITERAL = new Set(['description', 'display_name', 'stopSequences', 'jsonPatch']);
/** Maps and lists of text, where `3000` and `true` are meant as they are written. */
const TEXTUAL = new Set(['env', 'headers', 'args', 'includeHeaders', 'thinkingBudget', 'version']);

/**
 * Puts variables into the scalars of a document, after parsing, so that no value can change its structure. Problems of
 * a server that is not required are told apart, because only that server is lost.
 */
export function expandSource(
  source: Source,
  surroundings: Surroundings,
  needed?: readonly string[],
): { readonly problems: ConfigProblem[]; readonly skipped: Map<string, ConfigProblem> } {
  const problems: ConfigProblem[] = [];
  const skipped = new Map<string, ConfigProblem>();
  visit(source.document, {
    Scalar(key, node, ancestors) {
      if (key === 'key' || typeof node.value !== 'string' || !node.value.includes('${')) return;
      const path = pathOf(ancestors, key);
      if (path.some((step) => LITERAL.has(String(step)))) return;
      const expansion = expandText(node.value, surroundings);
      if ('text' in expansion) node.value = expansion.text;
      else keep({ path, message: expansion.problem, position: source.positionOf(path) });
    },
  });
  return { problems, skipped };

  function keep(problem: ConfigProblem): void {
    const server = optionalServer(source, problem.path, needed);
    if (server === undefined) problems.push(problem);
    else if (!skipped.has(server)) skipped.set(server, problem);
  }
}

/** Turns numbers and booleans back into what was written, where text is wanted. */
export function keepWrittenText(source: Source): void {
  visit(source.document, {
    Scalar(key, node, ancestors) {
      if (key === 'key' || typeof node.value === 'string' || node.value === null) return;
      if (pathOf(ancestors, key).some((step) => TEXTUAL.has(String(step)))) node.value = (node as Scalar).source;
    },
  });
}

function optionalServer(source: Source, [section, name]: Path, needed?: readonly string[]): string | undefined {
  if (section !== 'mcpServers' || name === undefined) return undefined;
  if (needed !== undefined && !needed.includes(String(name))) return String(name);
  return source.document.getIn(['mcpServers', name, 'required']) === false ? String(name) : undefined;
}

/** The keys on the way to a node; an index counts only at the end, which is where lists of text are. */
function pathOf(ancestors: readonly unknown[], key: unknown): Path {
  const keys = ancestors.filter(isPair).map(({ key: name }) => String(isScalar(name) ? name.value : name));
  return typeof key === 'number' ? [...keys, key] : keys;
}
