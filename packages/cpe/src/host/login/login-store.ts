import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { OAuthClientProvider } from '@quadrivium/kernel/client';
import { makeFolder, writeWholeNow } from '@quadrivium/kernel/essentials';

export type Tokens = Parameters<OAuthClientProvider['saveTokens']>[0];
export type ClientInformation = NonNullable<Awaited<ReturnType<OAuthClientProvider['clientInformation']>>>;

/** What a login came to: who we are to the authorization server, and the tokens it gave. */
export interface Login {
  readonly url: string;
  readonly redirectUrl?: string;
  readonly client?: ClientInformation;
  readonly tokens?: Tokens;
}

/** Logins by the address of their server. */
export interface LoginStore {
  read(url: string): Login | undefined;
  write(login: Login): void;
  /** False when there was none. */
  remove(url: string): boolean;
}

/** One file per server in a folder of the user's own; nobody else can read either. */
export function fileLoginStore(folder: string): LoginStore {
  const pathOf = (url: string): string =>
    join(folder, `${createHash('sha256').update(url).digest('hex').slice(0, 32)}.json`);
  return {
    read(url) {
      const path = pathOf(url);
      return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Login) : undefined;
    },
    write(login) {
      const path = pathOf(login.url);
      makeFolder(folder, 0o700);
      writeWholeNow(path, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 });
    },
    remove(url) {
      const found = existsSync(pathOf(url));
      rmSync(pathOf(url), { force: true });
      return found;
    },
  };
}
