import type { Annotations, Icon, Resource, ResourceContents } from '@modelcontextprotocol/server';

import type { Completer } from './completion.js';
import type { CallContext } from './operation-context.js';

/** Template variables after matching, percent-decoded exactly once. */
export type UriVariables = Readonly<Record<string, string>>;

export interface ResourceDefinition {
  /** `scheme://fixed/{variable}/fixed`; a URI without variables is a plain resource and is listed as such. */
  readonly uriTemplate: string;
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly mimeType?: string;
  /** Whom it is for, and how much it matters to them. */
  readonly annotations?: Annotations;
  readonly icons?: readonly Icon[];
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Completions of template variables. */
  readonly complete?: Readonly<Record<string, Completer>>;
  /** Concrete resources behind a template, for `resources/list`. */
  list?(context: CallContext): readonly Resource[] | Promise<readonly Resource[]>;
  read(variables: UriVariables, context: CallContext, uri: string): ResourceBody | Promise<ResourceBody>;
}

/** Text as it is, bytes as base64, anything else as JSON; `contents` when the handler wants full control. */
export type ResourceBody = string | Uint8Array | ResourceContentsList | JsonBody;

export interface ResourceContentsList {
  readonly contents: readonly (ResourceContents & ({ readonly text: string } | { readonly blob: string }))[];
}

export type JsonBody = Readonly<Record<string, unknown>> | readonly unknown[];

export function defineResource(definition: ResourceDefinition): ResourceDefinition {
  return definition;
}
