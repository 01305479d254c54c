import { Fault } from '../fault.js';

/**
 * Refusals say the same words whether the target exists or not, and never where the allowed directories are: the answer
 * to a forbidden question must not be an answer.
 */
export function outsideRoots(path: unknown): Fault<'MissingFile'> {
  const shown = shorten(path);
  return new Fault('MissingFile', `Path '${shown}' is not within the allowed directories`, {
    context: { path: shown },
    suggestion: "Provide a path within the server's configured allowed directories.",
  });
}

/** Only used for a path that is already known to lie inside an allowed directory. */
export function missingInside(path: string): Fault<'MissingFile'> {
  const shown = shorten(path);
  return new Fault('MissingFile', `Path '${shown}' does not exist`, {
    context: { path: shown },
    suggestion: 'Check the spelling, or list the parent directory to see what is there.',
  });
}

export type UnfitReason = 'not-a-file' | 'not-a-directory' | 'exists' | 'not-permitted';

const unfitWords: Record<UnfitReason, readonly [message: string, suggestion: string]> = {
  'not-a-file': ['is not a regular file', 'Give the path of a file.'],
  'not-a-directory': ['is not a directory', 'Give the path of a directory.'],
  exists: ['already exists', 'Choose another name.'],
  'not-permitted': ['cannot be opened by this server', 'Check the file permissions.'],
};

/** A file that would not fit into memory, with what the server can do about it. */
export function tooLargeFile(path: string, bytes: number, allowed: number, hint: string): Fault<'UnfitFile'> {
  const shown = shorten(path);
  return new Fault(
    'UnfitFile',
    `Path '${shown}' has ${bytes} bytes, and this server reads files of at most ${allowed}`,
    {
      context: { path: shown, reason: 'too-large', bytes, allowed },
      suggestion: hint,
    },
  );
}

/** A path inside the allowed directories that cannot serve the purpose. */
export function unfit(path: string, reason: UnfitReason, cause?: unknown): Fault<'UnfitFile'> {
  const [message, suggestion] = unfitWords[reason];
  const shown = shorten(path);
  return new Fault('UnfitFile', `Path '${shown}' ${message}`, { context: { path: shown, reason }, suggestion, cause });
}

function shorten(path: unknown): string {
  const text = typeof path === 'string' ? path : String(typeof path);
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}
