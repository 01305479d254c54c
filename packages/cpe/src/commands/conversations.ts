import { join } from 'node:path';
import { onSwitch } from '@quadrivium/kernel/shell';
import { machineWorld } from '../agent/agent-world.js';
import {
  CONVERSATION_FILE,
  type ConversationLine,
  ConversationStore,
} from '../agent/conversation/conversation-store.js';
import type { Message } from '../agent/dialog.js';
import { shortened } from '../agent/run-printer.js';
import type { CliCommand } from './command.js';

/** `cpe conversations`: where each conversation of this folder can be continued. */
export const conversations: CliCommand = {
  name: 'conversations',
  aliases: ['convo'],
  description: 'List the conversations of this folder, the latest last',
  options: { all: onSwitch('all', 'also show what subagents said') },
  async run({ world: cli, options }) {
    const { cwd, newId, now } = machineWorld(cli);
    const store = new ConversationStore({ path: join(cwd, CONVERSATION_FILE), newId, now });
    const lines = store.lines().filter(({ label }) => options.all === true || label === undefined);
    const parents = new Set(lines.map(({ parent }) => parent));
    const ends = lines.filter(({ id }) => !parents.has(id)).map((line) => summaryOf(line, store));
    const text = ends.map(({ id, at, messages, title }) => `${id}  ${at}  ${messages} messages  ${title}\n`).join('');
    return { text: text === '' ? 'There are no conversations yet.\n' : text, value: ends };
  },
};

function summaryOf({ id, at, label }: ConversationLine, store: ConversationStore) {
  const dialog = store.dialog(id);
  const asked = dialog.findLast((message) => message.role === 'user');
  return {
    id,
    at,
    messages: dialog.length,
    title: shortened(wordsOf(asked)),
    ...(label === undefined ? {} : { label }),
  };
}

function wordsOf(message: Message | undefined): string {
  if (message?.role !== 'user') return '';
  return message.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).at(-1) ?? '';
}
