import type { CaseFileAccess } from '../../src/case/read/files.js';
import { type CaseContents, encode, type FileContent } from './write-case.js';

/** Encoded files by path and content: tests change one file of a case and share the bytes of all others. */
const encoded = new Map<string, Uint8Array>();

function bytesOf(path: string, content: Exclude<FileContent, null>): Uint8Array {
  if (content instanceof Uint8Array) return content;
  const key = `${path} ${typeof content === 'string' ? content : JSON.stringify(content, naming)}`;
  const known = encoded.get(key);
  if (known !== undefined) return known;
  const bytes = Buffer.from(encode(path, content));
  encoded.set(key, bytes);
  return bytes;
}

/** JSON would turn NaN and Infinity into null, and so confuse the cache. */
function naming(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}

/** A case directory named `case` that exists only in memory. */
export function memoryCase(files: CaseContents): CaseFileAccess {
  return {
    isDirectory: async (path) => path === 'case',
    read: async (path) => {
      const name = path.slice('case/'.length);
      const content = files[name];
      return content === undefined || content === null ? null : bytesOf(name, content);
    },
  };
}
