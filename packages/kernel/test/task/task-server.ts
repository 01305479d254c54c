/** The task kitchen over stdio, as a process of its own. */
import { serveMain } from '../../src/index.js';
import { taskKitchen } from './task-kitchen.js';

await serveMain(taskKitchen(), { runtime: { tasks: { pollIntervalMs: 20 } } });
