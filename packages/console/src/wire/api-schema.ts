import { ask } from './rest.js';

interface Described {
  readonly operationId?: string;
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: BodySchema } } };
}

/** The schema of an object, as the control plane describes it. */
export interface BodySchema {
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

/** What an operation takes, in the words of the server: forms made of it need not say them again. */
export async function bodySchema(operationId: string, signal: AbortSignal): Promise<BodySchema> {
  const { paths } = await ask<Description>('/portarium/openapi.json', { signal });
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const found = operations.find((operation) => operation.operationId === operationId);
  return found?.requestBody?.content['application/json'].schema ?? {};
}

/** The same without some of its fields. */
export function without({ properties = {}, required = [], ...rest }: BodySchema, ...names: string[]): BodySchema {
  const left = Object.entries(properties).filter(([name]) => !names.includes(name));
  return { ...rest, properties: Object.fromEntries(left), required: required.filter((name) => !names.includes(name)) };
}
