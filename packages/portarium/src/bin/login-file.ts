import { LoginSettings } from '../login/login-settings.js';
import { resolvedText } from './connections-file.js';
import { readOperatorsFile } from './operators-file.js';

/** The operator's file about the identity provider. */
export async function readLogin(path: string): Promise<LoginSettings> {
  const { clientSecret, ...rest } = await readOperatorsFile(path, LoginSettings);
  return clientSecret === undefined ? rest : { ...rest, clientSecret: await resolvedText(clientSecret) };
}
