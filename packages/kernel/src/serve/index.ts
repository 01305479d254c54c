export { serveMain } from './main.js';
export { type DefinitionSource, type RunningServer, type ServeOptions, serve } from './serve.js';
export type { ServeSettings } from './settings.js';
