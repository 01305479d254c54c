import type { Implementation } from '@modelcontextprotocol/client';
import { bounds } from './bounds.js';
import { cutText, shortened } from './texts.js';

/** What a server says about itself when it is met. */
export interface Introduction {
  readonly serverInfo: Implementation | undefined;
  readonly instructions: string | undefined;
}

/** The same within the bounds. */
export function introduced({ serverInfo, instructions }: Introduction): Introduction {
  return {
    serverInfo: serverInfo === undefined ? undefined : named(serverInfo),
    instructions: instructions === undefined ? undefined : cutText(instructions, bounds.text.instructions),
  };
}

function named(info: Implementation): Implementation {
  const { name, version } = info;
  const { item } = shortened(info);
  return { ...item, name: cutText(name, bounds.text.name), version: cutText(version, bounds.text.name) };
}
