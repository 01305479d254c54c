/**
 * Structured logs. They go to stderr, always: stdout belongs to the protocol. Every line is redacted twice, by field
 * name while it is still an object and by shape and value once it is text.
 */
import { type DestinationStream, destination, type Level, type Logger, pino } from 'pino';

import { redact, redactText } from '../redact/index.js';

export type { Logger } from 'pino';
export type LogLevel = Level | 'silent';

export const logLevels: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

export interface LogOptions {
  readonly name: string;
  readonly level?: LogLevel;
  /** Where lines go; stderr by default, written at once so that the last line before a crash is there. */
  readonly stream?: DestinationStream;
}

export function openLog({ name, level = 'info', stream = destination({ fd: 2, sync: true }) }: LogOptions): Logger {
  return pino(
    {
      name,
      level,
      base: { name, pid: process.pid },
      formatters: { level: (label) => ({ level: label }), log: (fields) => redact(fields) },
      // Errors arrive as plain redacted records already.
      serializers: { err: (error: unknown) => error },
      hooks: { streamWrite: (line) => redactText(line) },
    },
    stream,
  );
}
