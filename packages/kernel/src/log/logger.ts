/** The subset of pino we rely on, so that a pino logger fits as it is. Lines go to stderr, never to stdout. */
export interface Logger {
  debug(fields: object, message?: string): void;
  info(fields: object, message?: string): void;
  warn(fields: object, message?: string): void;
  error(fields: object, message?: string): void;
}

const drop = (): void => {};

export const silentLogger: Logger = { debug: drop, info: drop, warn: drop, error: drop };
