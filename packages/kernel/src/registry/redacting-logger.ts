import type { Logger } from '../log/logger.js';

/** Nothing reaches a log line before the redactor has seen it. */
export function redactingLogger(log: Logger, redact: (value: unknown) => unknown): Logger {
  const pass =
    (level: keyof Logger) =>
    (fields: object, message?: string): void =>
      log[level](redact(fields) as object, message === undefined ? undefined : String(redact(message)));
  return { debug: pass('debug'), info: pass('info'), warn: pass('warn'), error: pass('error') };
}
