export { type Flag, listOf, oneOf, onOff, textValue, wholeNumber, withVariable } from '../shell/flag.js';
export { openAuditFile } from './audit-file.js';
export type { ExtraFlags } from './flags.js';
export { serveMain } from './main.js';
export { type DefinitionSource, type RunningServer, type ServeOptions, serve } from './serve.js';
export type { ServeSettings } from './settings.js';
