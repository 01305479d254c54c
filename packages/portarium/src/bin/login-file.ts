import { readFile } from 'node:fs/promises';
import { Fault } from '@quadrivium/kernel';
import * as z from 'zod';
import { LoginSettings } from '../login/login-settings.js';
import { resolvedText } from './connections-file.js';

/** The operator's file about the identity provider. */
export async function readLogin(path: string): Promise<LoginSettings> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    throw new Fault('BadConfiguration', `${path} cannot be read as JSON.`, { cause });
  }
  const parsed = LoginSettings.safeParse(value);
  if (!parsed.success) throw new Fault('BadConfiguration', `${path} is not valid: ${z.prettifyError(parsed.error)}`);
  const { clientSecret, ...rest } = parsed.data;
  return clientSecret === undefined ? rest : { ...rest, clientSecret: await resolvedText(clientSecret) };
}
