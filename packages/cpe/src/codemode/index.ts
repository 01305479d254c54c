/** Code mode: a model's program calls tools instead of the model calling them one by one. */
export type { CallPolicy, NestedCall } from './broker/nested-call.js';
export { CODE_TOOL, catalogOf } from './catalog.js';
export {
  type CodeMode,
  type CodeModeHost,
  type CodeModeOptions,
  createCodeMode,
  type ExecuteOptions,
  type StateCell,
} from './code-mode.js';
export { describeCosts, type FormCosts, type ToolCosts } from './description/costs.js';
export { budgetOf, type Description, describeAt, describeWithin } from './description/description.js';
export { LEVELS, type Level } from './description/forms.js';
export { countTokens } from './description/tokens.js';
export { type Partition, partitionTools } from './partition.js';
export type { CodeResult } from './result/code-result.js';
