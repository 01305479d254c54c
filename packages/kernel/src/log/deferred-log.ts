import type { Logger } from './logger.js';
import type { LogLevel } from './pino-log.js';

/**
 * A logger that loads its machinery with the first line. Most stdio servers never write one, and their first answer
 * should not wait for it.
 */
export function deferredLog(name: string, level: LogLevel): Logger {
  let opening: Promise<Logger> | undefined;
  const line = (method: keyof Logger, fields: object, message?: string): void => {
    opening ??= import('./pino-log.js').then(({ openLog }) => openLog({ name, level }));
    void opening.then((log) => log[method](fields, message));
  };
  return {
    debug: (fields, message) => (level === 'debug' || level === 'trace' ? line('debug', fields, message) : undefined),
    info: (fields, message) => line('info', fields, message),
    warn: (fields, message) => line('warn', fields, message),
    error: (fields, message) => line('error', fields, message),
  };
}
