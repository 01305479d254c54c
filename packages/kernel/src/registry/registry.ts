import { compileSchema, foreignSchema, type LiteralCheck } from './compiled-schema.js';
import { indexBySpelling } from './names.js';
import type { Operation } from './operation.js';
import type { PromptDefinition } from './prompt.js';
import type { ResourceDefinition, UriVariables } from './resource.js';
import type { ServerDefinition } from './server-definition.js';
import { type UriMatcher, uriMatcher } from './uri-template.js';

export type CompiledOperation = ReturnType<typeof compileOperation>;

export type CompiledPrompt = ReturnType<typeof compilePrompt>;

export interface CompiledResource {
  readonly definition: ResourceDefinition;
  readonly matcher: UriMatcher;
}

/** A definition with its schemas compiled and its names indexed; made once, shared by every connection. */
export interface Registry {
  /** Takes another list; what stays in it stays compiled. A list with a clash in it changes nothing and is a fault. */
  replaceOperations(operations: readonly Operation[]): void;
  readonly operations: readonly CompiledOperation[];
  readonly resources: readonly CompiledResource[];
  readonly prompts: readonly CompiledPrompt[];
  operation(spelling: string): CompiledOperation | undefined;
  prompt(spelling: string): CompiledPrompt | undefined;
  resource(uri: string): { readonly resource: CompiledResource; readonly variables: UriVariables } | undefined;
}

export function createRegistry(definition: ServerDefinition, literal: LiteralCheck): Registry {
  const compiled = new WeakMap<Operation, CompiledOperation>();
  const listed = (list: readonly Operation[]) => {
    const operations = list.map((operation) => {
      const made = compiled.get(operation) ?? compileOperation(operation, literal);
      compiled.set(operation, made);
      return made;
    });
    return { operations, index: indexBySpelling(operations, 'tool') };
  };
  let current = listed(definition.operations ?? []);
  const prompts = (definition.prompts ?? []).map((prompt) => compilePrompt(prompt, literal));
  const resources = (definition.resources ?? []).map((resource) => ({
    definition: resource,
    matcher: uriMatcher(resource.uriTemplate),
  }));
  const promptIndex = indexBySpelling(prompts, 'prompt');
  return {
    get operations() {
      return current.operations;
    },
    replaceOperations(list) {
      current = listed(list);
    },
    prompts,
    resources,
    operation: (spelling) => current.index.get(spelling),
    prompt: (spelling) => promptIndex.get(spelling),
    resource: (uri) => findResource(resources, uri),
  };
}

function compileOperation(definition: Operation, literal: LiteralCheck) {
  const { tool, foreign } = definition;
  const input =
    foreign === undefined ? compileSchema(definition.input, 'input', literal) : foreignSchema(foreign, literal);
  return {
    name: definition.name,
    definition,
    aliases: definition.aliases ?? [],
    input,
    /** What models are offered: the input, unless the operation says less. */
    toolInput: typeof tool === 'object' ? compileSchema(tool.input, 'input', literal) : input,
    output: definition.output === undefined ? undefined : compileSchema(definition.output, 'output', literal),
  };
}

function compilePrompt(definition: PromptDefinition, literal: LiteralCheck) {
  const compiled = compileSchema(definition.arguments, 'input', literal);
  return { name: definition.name, definition, aliases: definition.aliases ?? [], arguments: compiled };
}

/** Every template is tried to the letter before any is tried leniently, so that leniency never hides an exact match. */
function findResource(resources: readonly CompiledResource[], uri: string) {
  for (const pass of ['exact', 'lenient'] as const) {
    for (const resource of resources) {
      const variables = resource.matcher.match(uri, pass);
      if (variables !== undefined) return { resource, variables };
    }
  }
  return undefined;
}
