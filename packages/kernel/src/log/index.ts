export { deferredLog } from './deferred-log.js';
export type { LogLevel } from './pino-log.js';
