/** `keys create|list|revoke`: the operator's side of `--auth keys`. */
import { createKey, listKeys, revokeKey } from '../auth/key-file.js';
import { argument, command } from '../shell/command.js';
import { listOf, required, textValue } from '../shell/flag.js';
import type { Program } from '../shell/program.js';

const keysFile = required(textValue('keys-file', 'key file; made when absent', 'path'));

const create = command({
  name: 'keys create',
  description: 'Create a key; it is shown this one time',
  options: {
    keysFile,
    subject: required(textValue('subject', 'who uses the key', 'name')),
    roles: listOf('roles', 'comma-separated roles', 'names'),
    workspaces: listOf('workspaces', 'comma-separated workspaces', 'names'),
    label: textValue('label', 'a note', 'text'),
  },
  async run(_, { keysFile: file, subject, roles, workspaces, label }) {
    const some = { ...(roles && { roles }), ...(workspaces && { workspaces }), ...(label && { label }) };
    const { key } = await createKey(file, { subject, ...some });
    return { data: { key }, details: () => key };
  },
});

const list = command({
  name: 'keys list',
  description: 'List all keys, without their secrets',
  options: { keysFile },
  async run(_, { keysFile: file }) {
    const data = (await listKeys(file)).map(({ hash: _hash, ...record }) => record);
    return { data, perLine: true, details: () => data.map((record) => JSON.stringify(record)).join('\n') };
  },
});

const revoke = command({
  name: 'keys revoke',
  description: 'Take a key out of use',
  arguments: { id: argument('its id, as the list shows it') },
  options: { keysFile },
  async run(_, { id, keysFile: file }) {
    await revokeKey(file, id);
    return { data: { revoked: id }, details: () => `revoked ${id}` };
  },
});

export const keysProgram = (name: string, version: string): Program => ({
  ...{ name, version, description: 'The API keys of this server' },
  groups: { keys: 'Manage the API keys of this server' },
  commands: [create, list, revoke],
});
