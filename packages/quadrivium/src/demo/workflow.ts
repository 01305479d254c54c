/** The story of the house: an agent proposes, the case is checked, a person decides, cobre trains, and the numbers come back. */
export const demoWorkflow = `workflowId: governed-study
name: Study a change under approval
description: Validates a case, asks a person, trains it, compares it with the study it departs from, and exports the convergence.
executionTier: Auto
inputSchema:
  type: object
  properties:
    case_dir: { type: string, title: Changed study, description: "The study to train, by its name, such as valley-raised-dam" }
    baseline_dir: { type: string, title: Compared with, description: "The trained study it departs from, such as valley" }
  required: [case_dir, baseline_dir]
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
  - actionId: compare
    operation: mcp:call
    server: cobre
    tool: cobre/compare-policies
    effect: readOnly
    arguments:
      policy_dirs:
        - "{{ input.baseline_dir }}/output/policy"
        - "{{ steps.train.output.output_dir }}/policy"
  - actionId: export
    operation: mcp:call
    server: cobre
    tool: cobre/export-results
    effect: idempotent
    arguments:
      output_dir: "{{ steps.train.output.output_dir }}"
      format: csv
      entity_type: convergence
output:
  policies: "{{ steps.compare.output.policies }}"
  deltas: "{{ steps.compare.output.deltas }}"
  exported: "{{ steps.export.output.file_path }}"
`;
