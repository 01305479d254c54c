import { join } from 'node:path';
import { argument, onSwitch, optionalArgument } from '@quadrivium/kernel/shell';
import { machineWorld } from '../agent/agent-world.js';
import {
  CONVERSATION_FILE,
  type ConversationLine,
  ConversationStore,
} from '../agent/conversation/conversation-store.js';
import type { Message } from '../agent/dialog.js';
import { shortened } from '../agent/run-printer.js';
import type { CliWorld } from './cli-world.js';
import type { CliCommand } from './command.js';

/** `cpe conversations`: where each conversation of this folder can be continued. */
export const conversations: CliCommand = {
  name: 'conversations',
  aliases: ['convo'],
  description: 'List the conversations of this folder, the latest last',
  options: { all: onSwitch('all', 'also show what subagents said') },
  async run({ world: cli, options }) {
    const store = storeOf(cli);
    const lines = store.lines().filter(({ label }) => options.all === true || label === undefined);
    const parents = new Set(lines.map(({ parent }) => parent));
    const ends = lines.filter(({ id }) => !parents.has(id)).map((line) => summaryOf(line, store));
    const text = ends.map(({ id, at, messages, title }) => `${id}  ${at}  ${messages} messages  ${title}\n`).join('');
    return { text: text === '' ? 'There are no conversations yet.\n' : text, value: ends };
  },
};

/** `cpe conversations show`: what was said, from the beginning to a message. */
export const showConversation: CliCommand = {
  name: 'conversations show',
  description: 'Show a conversation from its beginning to a message',
  arguments: { id: optionalArgument('its last message; the latest of all when left out') },
  async run({ world: cli, args: [wish] }) {
    const store = storeOf(cli);
    const id = wish ?? store.latest();
    if (id === undefined) return { text: 'There are no conversations yet.\n', value: null };
    const messages = store.dialog(id);
    return { text: messages.map(messageText).join(''), value: { id, messages } };
  },
};

/** `cpe conversations rm`: what is taken away is gone from the file. */
export const removeConversation: CliCommand = {
  name: 'conversations rm',
  description: 'Take away a conversation: a message, all after it, and what led to nothing else',
  arguments: { id: argument('its last message, or an earlier one') },
  async run({ world: cli, args: [id = ''] }) {
    const removed = storeOf(cli).remove(id);
    return { text: `${removed} message${removed === 1 ? '' : 's'} removed\n`, value: { id, removed } };
  },
};

function storeOf(cli: CliWorld): ConversationStore {
  const { cwd, newId, now } = machineWorld(cli);
  return new ConversationStore({ path: join(cwd, CONVERSATION_FILE), newId, now });
}

function messageText({ role, blocks }: Message): string {
  return blocks.map((block) => `${role}: ${blockText(block)}\n`).join('');
}

/** Results can be long, and are shown by their beginning; `--json` has all of them. */
function blockText(block: Message['blocks'][number]): string {
  switch (block.type) {
    case 'text':
      return block.text.trimEnd();
    case 'media':
      return `[${block.name ?? block.mimeType}]`;
    case 'thought':
      return `~ ${shortened(block.text)}`;
    case 'call':
      return `→ ${block.tool} ${shortened(block.input)}`;
    case 'result':
      return `${block.isError ? '✗' : '←'} ${block.tool}: ${shortened(block.content.map(blockText).join(' '))}`;
  }
}

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
