import { session } from '../../state/session.js';

/** Whether this person may change studies; the server decides, this says so beforehand. */
export function mayWrite(): boolean {
  const { via, permissions } = session.value ?? { via: 'local', permissions: [] };
  return via !== 'local' && permissions.some((permission) => !permission.endsWith(':read'));
}

export const needsKey = 'This needs a key that may do more than read.';
