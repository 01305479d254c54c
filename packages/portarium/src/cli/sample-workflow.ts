/** Needs no other server, and shows a gate: what `portarium init` leaves behind to try things with. */
export const sampleWorkflow = `# A first workflow: ask a person, then say hello.
workflowId: hello
name: Hello with approval
description: Asks a person before it greets somebody. Start it, approve it as somebody else, look at the evidence.
executionTier: Auto
inputSchema:
  type: object
  properties:
    name: { type: string }
  required: [name]
actions:
  - actionId: ask
    operation: approval:request
    prompt: May this run greet somebody?
  - actionId: greet
    operation: event:emit
    type: greeting.Said
    data:
      text: "Hello {{ input.name }}"
`;
