import { acp } from './acp/acp.js';
import { apply } from './apply.js';
import { chat } from './chat/chat.js';
import type { CliCommand } from './command.js';
import { configCheck } from './config/check.js';
import { configSchema } from './config/schema.js';
import { conversations, removeConversation, showConversation } from './conversations.js';
import { add } from './mcp/add.js';
import { cache } from './mcp/cache.js';
import { callTool } from './mcp/call-tool.js';
import { codeDesc } from './mcp/code-desc.js';
import { doctor } from './mcp/doctor.js';
import { emitTs } from './mcp/emit-ts.js';
import { importCommand } from './mcp/import.js';
import { info } from './mcp/info.js';
import { keep } from './mcp/keep.js';
import { listServers } from './mcp/list-servers.js';
import { listTools } from './mcp/list-tools.js';
import { lock } from './mcp/lock.js';
import { login, logout } from './mcp/login.js';
import { prompts } from './mcp/prompts.js';
import { resources } from './mcp/resources.js';
import { prompt } from './prompt.js';
import { run } from './run.js';
import { save } from './save.js';
import { serve } from './serve.js';

/** Every command, in the order of the help. */
export const commands: readonly CliCommand[] = [
  prompt,
  chat,
  acp,
  run,
  save,
  apply,
  conversations,
  showConversation,
  removeConversation,
  listServers,
  info,
  listTools,
  callTool,
  keep,
  cache,
  serve,
  resources,
  prompts,
  lock,
  login,
  logout,
  doctor,
  codeDesc,
  emitTs,
  add,
  importCommand,
  configCheck,
  configSchema,
];
