import { join } from 'node:path';
import { type ConfigWorld, userFolder } from '../config/discover.js';
import { fileLoginStore, type LoginStore } from '../host/login/login-store.js';

/** Where the logins of this user are kept. */
export function loginsOf(world: ConfigWorld): LoginStore {
  return fileLoginStore(join(userFolder(world), 'logins'));
}
