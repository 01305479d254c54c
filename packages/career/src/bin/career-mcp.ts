#!/usr/bin/env node
/** `career-mcp`: the MCP server. */
import { serveCareer } from './serve-career.js';

await serveCareer();
