/** Cookies of a sign-in. Over TLS their names say that no other host and nobody in between can have set them (`__Host-`). */
import type { IncomingMessage } from 'node:http';

export interface CookieJar {
  readonly session: string;
  readonly begun: string;
  set(name: string, value: string, options: { readonly seconds: number; readonly sameSite: 'Strict' | 'Lax' }): string;
  clear(name: string): string;
  read(request: Pick<IncomingMessage, 'headers'>, name: string): string | undefined;
}

export function cookieJar(publicUrl: string): CookieJar {
  const secure = publicUrl.startsWith('https:');
  const prefix = secure ? '__Host-' : '';
  const set: CookieJar['set'] = (name, value, { seconds, sameSite }) =>
    `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${secure ? '; Secure' : ''}`;
  return {
    session: `${prefix}quadrivium-session`,
    begun: `${prefix}quadrivium-sign-in`,
    set,
    clear: (name) => set(name, '', { seconds: 0, sameSite: 'Strict' }),
    read({ headers }, name) {
      const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
      const found = pairs.filter((pair) => pair.startsWith(`${name}=`));
      // Two of one name are an attempt to confuse.
      return found.length === 1 ? found[0]?.slice(name.length + 1) : undefined;
    },
  };
}
