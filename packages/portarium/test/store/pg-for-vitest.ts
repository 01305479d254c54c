/**
 * Vitest starts its workers with the condition `import` for everything, so that a `require` inside `pg` gets the ESM face of
 * `pg-pool`: a namespace where a class is expected. This puts the class where `pg` looks for it. Import it before `pg`.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const fromPg = createRequire(require.resolve('pg'));
const loaded = fromPg('pg-pool') as { default?: unknown };
const cached = require.cache[fromPg.resolve('pg-pool')];
if (cached !== undefined && typeof loaded !== 'function') cached.exports = loaded.default;
