/**
 * Names of tools that are ours wherever a model meets them. A server that uses one is called by another name there: a
 * model that reads the rest of a result, or gives its final answer, must not hand it to whoever took the name.
 */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  'read_result',
  'read_resource',
  'read_task',
  'watch_resource',
  'load_skill',
  'search_tools',
  'call_tool',
  'describe_tool',
  'final_answer',
]);
