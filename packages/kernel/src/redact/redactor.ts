/**
 * One redactor for everything that leaves: results, errors, audit entries, log lines. A value without secrets comes back
 * as the same object, so that the usual call pays for looking and not for copying.
 */
import { RegisteredSecrets } from './registered-secrets.js';
import { mask, maskShapes } from './secret-shapes.js';
import { isSensitiveName } from './sensitive-names.js';

const deepest = 100;
/** From this depth on ancestors are remembered, which finds cycles without slowing down ordinary values. */
const suspicious = 12;
/** Nothing shorter than this can be a secret of a known shape. */
const shortestShape = 8;

export class Redactor {
  readonly #secrets: RegisteredSecrets;
  /** Whether what only looks or is called like a secret is masked too. */
  readonly #suspicious: boolean;

  constructor(secrets = new RegisteredSecrets(), suspicious = true) {
    this.#secrets = secrets;
    this.#suspicious = suspicious;
  }

  /** The same registered secrets and no guesses: for texts that have to arrive as people wrote them. */
  certain(): Redactor {
    return new Redactor(this.#secrets, false);
  }

  /** From now on this value is masked wherever it appears; call the result to forget it. */
  registerSecret(value: string): () => void {
    return this.#secrets.add(value);
  }

  redact<T>(value: T): T {
    if (!this.#suspicious && this.#secrets.isEmpty) return value;
    return this.#visit(value, 0, undefined) as T;
  }

  redactText(text: string): string {
    const masked = this.#suspicious && text.length >= shortestShape ? maskShapes(text) : text;
    return this.#secrets.isEmpty ? masked : this.#secrets.mask(masked);
  }

  #visit(value: unknown, depth: number, ancestors: Set<object> | undefined): unknown {
    if (typeof value === 'string') return this.redactText(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > deepest || ancestors?.has(value)) return '[nested too deep]';
    if (depth < suspicious) return this.#visitObject(value, depth, ancestors);
    const path = ancestors ?? new Set();
    path.add(value);
    const visited = this.#visitObject(value, depth, path);
    path.delete(value);
    return visited;
  }

  #visitObject(value: object, depth: number, ancestors: Set<object> | undefined): unknown {
    if (Array.isArray(value)) return this.#visitArray(value, depth, ancestors);
    if (value instanceof Error) return this.#visitError(value, depth, ancestors);
    if (ArrayBuffer.isView(value)) return value;
    if ('toJSON' in value && typeof value.toJSON === 'function') {
      const plain: unknown = value.toJSON();
      return plain === value ? value : this.#visit(plain, depth + 1, ancestors);
    }
    if (value instanceof Map) return this.#visit(Object.fromEntries(value), depth + 1, ancestors);
    if (value instanceof Set) return this.#visit([...value], depth + 1, ancestors);
    return this.#visitRecord(value as Record<string, unknown>, depth, ancestors);
  }

  #visitArray(items: readonly unknown[], depth: number, ancestors: Set<object> | undefined): readonly unknown[] {
    let copy: unknown[] | undefined;
    for (let index = 0; index < items.length; index += 1) {
      const item = items[index];
      if (typeof item === 'number') continue;
      const visited = this.#visit(item, depth + 1, ancestors);
      if (visited === item) continue;
      copy ??= [...items];
      copy[index] = visited;
    }
    return copy ?? items;
  }

  #visitRecord(record: Record<string, unknown>, depth: number, ancestors: Set<object> | undefined): object {
    let changes: Map<string, readonly [key: string, value: unknown]> | undefined;
    for (const key of Object.keys(record)) {
      const value = record[key];
      const visited =
        this.#suspicious && isSensitiveName(key)
          ? this.#visitSensitive(value, depth, ancestors)
          : this.#visit(value, depth + 1, ancestors);
      const visitedKey = key.length < shortestShape && this.#secrets.isEmpty ? key : this.#visitKey(key);
      if (visited === value && visitedKey === key) continue;
      changes ??= new Map();
      changes.set(key, [visitedKey, visited]);
    }
    if (changes === undefined) return record;
    const changed = changes;
    return Object.fromEntries(Object.keys(record).map((key) => changed.get(key) ?? [key, record[key]]));
  }

  /** Only a registered value is looked for in keys: their shapes are names, and names are not credentials. */
  #visitKey(key: string): string {
    return this.#secrets.isEmpty ? key : this.#secrets.mask(key);
  }

  /** Text under a sensitive name goes; structure stays, because a schema may describe a field called `password`. */
  #visitSensitive(value: unknown, depth: number, ancestors: Set<object> | undefined): unknown {
    if (typeof value === 'string') return value === '' ? value : mask;
    if (Array.isArray(value)) return value.map((item) => this.#visitSensitive(item, depth + 1, ancestors));
    return this.#visit(value, depth + 1, ancestors);
  }

  /** Errors become plain records: name, message, stack, cause and their own fields, each redacted. */
  #visitError(error: Error, depth: number, ancestors: Set<object> | undefined): unknown {
    const { name, message, stack, cause } = error;
    const known = {
      name,
      message,
      ...(stack === undefined ? {} : { stack }),
      ...(cause === undefined ? {} : { cause }),
    };
    return this.#visitRecord({ ...known, ...error }, depth, ancestors);
  }
}
