/**
 * Cedar itself. It is WebAssembly of several megabytes, so that only those who have such a policy load it, and then at once: a
 * call is judged in one breath. Text that is nested too deeply does not fail there but breaks the machine, for everybody
 * after it; then it is thrown away and a new one is made.
 */
import { createRequire as requireFrom } from 'node:module';

type Cedar = typeof import('@cedar-policy/cedar-wasm/nodejs');

const name = '@cedar-policy/cedar-wasm/nodejs';
let loaded: Cedar | undefined;
let broken = 0;

/** Whatever is thrown inside is taken for a machine that broke: answers of Cedar are looked at outside. */
export function askCedar<T>(question: (cedar: Cedar) => T): T {
  loaded ??= load();
  try {
    return question(loaded);
  } catch (cause) {
    loaded = undefined;
    broken += 1;
    throw new Error('it is too large or nested too deeply for Cedar', { cause });
  }
}

/** How often what Cedar was told is forgotten, because it had to be made anew. */
export const timesBroken = (): number => broken;

function load(): Cedar {
  const require = requireFrom(import.meta.url);
  delete require.cache[require.resolve(name)];
  return require(name) as Cedar;
}
