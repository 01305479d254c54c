/** The story of the house: an agent proposes, the case is checked, a person decides, the study is trained, the numbers come back. */
export const demoWorkflow = `workflowId: governed-study
name: Train a study under approval
description: Validates a case, asks a person, trains and simulates it, and reports its convergence.
executionTier: Auto
inputSchema:
  type: object
  properties:
    case_dir: { type: string }
  required: [case_dir]
actions:
  - actionId: validate
    operation: mcp:call
    server: cobre
    tool: cobre/validate
    effect: readOnly
    arguments: { case_dir: "{{ input.case_dir }}" }
  - actionId: approve
    operation: approval:request
    prompt: May this study be trained? It writes results beside the case.
  - actionId: train
    operation: mcp:call
    server: cobre
    tool: cobre/run
    effect: nonIdempotent
    timeoutMs: 3600000
    arguments: { case_dir: "{{ input.case_dir }}" }
  - actionId: convergence
    operation: mcp:call
    server: cobre
    tool: cobre/query-convergence
    effect: readOnly
    arguments: { output_dir: "{{ steps.train.output.output_dir }}" }
`;
