import { onSwitch, textValue, withDefault } from '@quadrivium/kernel/shell';
import { LOCK_FILE } from '../host/lockfile.js';

/** For every command that uses tools. */
export const frozen = onSwitch('frozen', `refuse tools that differ from ${LOCK_FILE}`);

/** For commands that show tools of lazy servers. */
export const refresh = onSwitch('refresh', 'ask lazy servers now, and renew what the cache knows of them');

export const keepGoing = onSwitch('keep-going', 'go on without servers that cannot be connected');

/** As text; whoever uses them says what is wrong with them. */
export const jsonArguments = (description: string) => withDefault(textValue('args', description, 'json'), '{}');
