/** Code mode: a model's program calls tools instead of the model calling them one by one. */
export type { NestedCall } from './broker/nested-call.js';
export { type CodeMode, type CodeModeHost, type CodeModeOptions, createCodeMode } from './code-mode.js';
export { describeCosts, type FormCosts, type ToolCosts } from './description/costs.js';
export type { Level } from './description/forms.js';
export type { CodeResult } from './result/code-result.js';
export { waitsForResult } from './result/failure.js';
