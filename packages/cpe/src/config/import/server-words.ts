/** Words that several programs share, and how they are said here. */
import { isObject } from '@quadrivium/kernel/essentials';
import { listOf, type Raw, recordOf } from '../rules/rule.js';

type Note = (text: string) => void;

/** Fields that are left out are absent, not undefined. */
export function present(fields: Readonly<Record<string, unknown>>): Raw {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && !isEmpty(value));
  return Object.fromEntries(given);
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
}

/** `type`, `command`, `args`, `url` and what belongs to them, for programs that may leave the type out. */
export function endpoint(server: Raw, note: Note): Raw {
  const { command, args, env, cwd } = server;
  const url = server.url ?? server.serverUrl ?? server.httpUrl;
  if (typeof command === 'string') return present({ type: 'stdio', command, args, env: texts(env), cwd });
  if (typeof url !== 'string') note('has neither a command nor a url');
  return present({ type: remoteType(server, String(url)), url, headers: texts(server.headers) });
}

/** Whether an address without a type speaks SSE is guessed from its path, as most programs do. */
function remoteType({ type, transport }: Raw, url: string): string {
  const named = String(type ?? transport ?? '');
  if (/sse/i.test(named)) return 'sse';
  return named === '' && /\/sse\/?(\?|$)/.test(url) ? 'sse' : 'http';
}

/** Numbers and switches in an environment become text. */
export function texts(values: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(recordOf(values)).map(([key, value]) => [key, String(value)]));
}

/** Our two lists exclude each other; where both are given, the black list is taken out of the white one. */
export function filters(enabled: unknown, disabled: unknown): Raw {
  const white = listOf(enabled);
  const black = listOf(disabled);
  if (white.length === 0) return present({ disabledTools: black });
  return present({ enabledTools: white.filter((name) => !black.includes(name)) });
}

export function inSeconds(milliseconds: unknown): number | undefined {
  return typeof milliseconds === 'number' && milliseconds > 0 ? milliseconds / 1000 : undefined;
}

/** Replaces text in every string of a value. */
export function rewrite(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => rewrite(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rewrite(item, change)]));
}

/** For programs that know no variables: what looks like one of ours is meant literally. */
export function literally(value: unknown): unknown {
  return rewrite(value, (text) => text.replaceAll('${', () => '$${'));
}
