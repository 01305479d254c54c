/** Where the values of `${...}` come from. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The text of a file named by `${file:...}`; undefined when there is none. */
  readText(path: string): string | undefined;
}

export type Expansion = { readonly text: string } | { readonly problem: string };

const REFERENCE = /\$\$\{|\$\{([^}]*)\}/g;
const VARIABLE = /^(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::([-?])(.*))?$/s;

/**
 * Replaces `${VAR}`, `${VAR:-default}`, `${VAR:?message}`, `${env:VAR}` and `${file:path}`; `$${` is a literal `${`.
 * Values are put in as they are and never looked at again, so no value can break the file or name another variable.
 */
export function expandText(text: string, surroundings: Surroundings): Expansion {
  const problems: string[] = [];
  const expanded = text.replace(REFERENCE, (whole, inner: string | undefined) => {
    if (inner === undefined) return '${';
    const value = referencedValue(inner, surroundings);
    if ('text' in value) return value.text;
    problems.push(value.problem);
    return whole;
  });
  return problems.length === 0 ? { text: expanded } : { problem: problems.join('; ') };
}

function referencedValue(inner: string, surroundings: Surroundings): Expansion {
  if (inner.startsWith('file:')) return fileValue(inner.slice('file:'.length), surroundings);
  const match = VARIABLE.exec(inner);
  if (match?.[1] === undefined)
    return { problem: `\${${inner}} is not a variable; write $\${ for a dollar sign and a brace` };
  const [, name, operator, rest = ''] = match;
  const value = Object.hasOwn(surroundings.env, name) ? surroundings.env[name] : undefined;
  if (operator === undefined) return value === undefined ? unset(name) : { text: value };
  if (value !== undefined && value !== '') return { text: value };
  return operator === '-' ? { text: rest } : { problem: `variable ${name}: ${rest}` };
}

function unset(name: string): Expansion {
  return { problem: `variable ${name} is not set; set it, or write \${${name}:-default}` };
}

function fileValue(path: string, surroundings: Surroundings): Expansion {
  const text = surroundings.readText(path);
  if (text === undefined) return { problem: `file ${path} cannot be read` };
  return { text: text.replace(/\r?\n$/, '') };
}
