import { isObject } from '../essentials/index.js';
import { Fault } from '../fault.js';

/** What a command found out; how it is shown is decided elsewhere. */
export interface Answer {
  /** For programs. */
  readonly data: unknown;
  /** One line for people; the data itself is shown when there is neither this nor `details`. */
  readonly summary?: string;
  /** More for people: tables and charts. Made only when somebody will see it. */
  readonly details?: () => string;
  readonly exitCode?: number;
  readonly errors?: readonly ToldFault[];
  readonly warnings?: readonly ToldFault[];
  /** The details are somebody's data and go out as they are, without a line end of ours. */
  readonly verbatim?: true;
  /** The data is a list, and `--json` prints one element per line. */
  readonly perLine?: true;
}

/** A fault in the form programs read. */
export interface ToldFault {
  readonly kind: string;
  readonly message: string;
  readonly context: Readonly<Record<string, unknown>>;
  readonly suggestion: string | null;
}

/** A fault that stands for many, such as a case that is not valid, carries all of them; anything else is one problem. */
export function problemsOf(fault: Fault): readonly ToldFault[] {
  const all = fault.context.errors;
  if (Array.isArray(all) && all.length > 0 && all.every(isProblem)) return all;
  return [problemOf(fault)];
}

export function problemOf({ kind, message, context, suggestion }: Fault): ToldFault {
  return { kind, message, context, suggestion: suggestion ?? null };
}

function isProblem(value: unknown): value is ToldFault {
  return isObject(value) && 'kind' in value && 'message' in value;
}

const fileErrors = ['ENOENT', 'EACCES', 'EPERM', 'EISDIR', 'ENOTDIR', 'EROFS', 'EEXIST'];

/** Files are named by the caller: one that is not there, or not for us, is no bug. */
export function faultOf(thrown: unknown, usageKind: string): Fault | undefined {
  if (thrown instanceof Fault) return thrown;
  const { code = '', path } = (thrown ?? {}) as NodeJS.ErrnoException;
  if (path === undefined || !fileErrors.includes(code)) return undefined;
  return new Fault(usageKind, `${path} cannot be opened: ${(thrown as Error).message}.`, {
    context: { path },
    suggestion: 'Check the name of the file and who may read or write it.',
    cause: thrown,
  });
}

/** What is no fault is a bug of ours or of the machine, and keeps its trace. */
export function bugOf(thrown: unknown): ToldFault {
  const { message, stack = '' } = thrown instanceof Error ? thrown : new Error(String(thrown));
  return { kind: 'InternalError', message, context: { stack }, suggestion: null };
}
