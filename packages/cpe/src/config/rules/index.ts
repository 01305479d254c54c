import { defaultModelExists, oauthForAnthropic, uniqueRefs } from './models.js';
import type { Rule } from './rule.js';
import { servers } from './servers.js';
import { outputSchemaReadable } from './subagent.js';

/** Every rule about fields that must go together; the schema covers each field alone. */
export const rules: readonly Rule[] = [
  servers,
  uniqueRefs,
  defaultModelExists,
  oauthForAnthropic,
  outputSchemaReadable,
];
