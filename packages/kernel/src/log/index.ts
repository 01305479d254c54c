export { deferredLog } from './deferred-log.js';
export type { LogLevel, LogOptions } from './pino-log.js';
