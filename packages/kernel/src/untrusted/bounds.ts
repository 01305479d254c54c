/**
 * How much we take of what a server supplies. One place, so that everybody who meets a bound can find it; each is far
 * beyond what honest servers send, and small enough that nothing within it can stop a host.
 */
export const bounds = {
  /** One message: a line of stdio, a body of HTTP, an event of a stream. `bytes` is what `maxMessageBytes` overrides. */
  message: { bytes: 64 * 1024 * 1024, depth: 128, containers: 2_000_000 },
  /** A schema of a tool. `chars` counts its names and texts. */
  schema: { depth: 64, nodes: 20_000, chars: 1_000_000 },
  /** Characters of what people and models read. A longer name is none; the other texts are cut. */
  text: { name: 256, title: 1_000, description: 30_000, instructions: 100_000 },
  /** A list that goes over pages. */
  list: { pages: 1_000, items: 20_000, chars: 32_000_000 },
  /**
   * Checking a value against a schema. `steps` is what may be spent on the thread of the host; what may take more goes
   * to a worker, which is ended after `ms`. Values with more than `values` members are not checked at all.
   */
  check: { steps: 2_000_000, compiled: 300, ms: 1_000, values: 500_000, problems: 20 },
} as const;
