#!/usr/bin/env node
/** `cobre-mcp`: the MCP server. */
import { serveCobre } from './serve-cobre.js';

await serveCobre();
