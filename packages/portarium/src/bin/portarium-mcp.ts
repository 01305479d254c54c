#!/usr/bin/env node
/** `portarium-mcp`: the MCP server. */
import { mcpMain } from './mcp-main.js';

await mcpMain();
