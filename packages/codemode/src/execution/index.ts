import type { CodeModeConfig } from '../settings.js';
import type { Executor } from './executor.js';
import { quickJsExecutor } from './quickjs-executor.js';

/** Every place where programs can run, the safest first. */
export const executors: Readonly<Record<CodeModeConfig['sandbox'], () => Executor>> = {
  quickjs: quickJsExecutor,
};
