import { Redactor } from './redactor.js';

export { maskCommandWords } from './command-words.js';
export { Redactor } from './redactor.js';
export { mask } from './secret-shapes.js';

/** One per process: a secret registered anywhere must not leave through any door. */
const shared = new Redactor();

/** The value without secrets; the very same value when there are none. */
export function redact<T>(value: T): T {
  return shared.redact(value);
}

const certain = shared.certain();

/** The value without registered secrets; what only looks like one stays. */
export function redactCertain<T>(value: T): T {
  return certain.redact(value);
}

export function redactText(text: string): string {
  return shared.redactText(text);
}

/** Masks this value everywhere from now on, in plain and encoded form. Call the result to forget it. */
export function registerSecret(value: string): () => void {
  return shared.registerSecret(value);
}
