import { join } from 'node:path';
import type { AgentWorld } from '../agent/agent-world.js';
import { Conversation } from '../agent/conversation/conversation.js';
import { CONVERSATION_FILE, ConversationStore } from '../agent/conversation/conversation-store.js';
import { cpeFault } from '../faults.js';
import { type CommandOptions, textOption } from './command.js';

/** The conversation that goes on: the one named, else the latest of the folder; a new one with `--new`. */
export function openConversation(options: CommandOptions, world: AgentWorld): Conversation {
  const wish = textOption(options, 'continue');
  if (wish !== undefined && options.new === true) throw cpeFault('Usage', 'Use --continue or --new, not both.');
  const { newId, now } = world;
  const store = new ConversationStore({ path: join(world.cwd, CONVERSATION_FILE), newId, now });
  const isPrivate = options.incognito === true;
  const parent = options.new === true ? undefined : (wish ?? (isPrivate ? undefined : store.latest()));
  return new Conversation(isPrivate ? undefined : store, parent === undefined ? [] : store.entries(parent), parent);
}
