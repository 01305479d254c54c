import type { GivenSettings } from './command-line.js';

const defaults = {
  transport: 'stdio',
  host: '127.0.0.1',
  port: 3000,
  toolNames: 'seed',
  auth: 'none',
  allowedHosts: [],
  allowedOrigins: [],
  strictProtocol: false,
  inputErrors: 'profile',
  legacySse: false,
  logLevel: 'info',
} satisfies GivenSettings['common'];

type Common = GivenSettings['common'];

/** Everything the operator decided, with defaults filled in; what has none is undefined where nothing was said. */
export type ServeSettings = Omit<Common, 'config' | 'graceSeconds'> &
  Required<Pick<Common, keyof typeof defaults | 'allowedDirs'>> & {
    readonly graceMs: number;
    /** Settings only this server has, as its own flags parsed them. */
    readonly extra: Readonly<Record<string, unknown>>;
  };

export function settingsFrom({ common, extra }: GivenSettings, workingDirectory: string): ServeSettings {
  const { config: _, graceSeconds = 10, ...given } = common;
  return { allowedDirs: [workingDirectory], ...defaults, ...given, graceMs: 1000 * graceSeconds, extra };
}
