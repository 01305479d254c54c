import type { ServerRequestHandlers } from '@quadrivium/kernel/client';
import type { LoadedConfig } from '../../config/load.js';
import type { Generator } from '../generator.js';
import { sampled } from './sampling.js';
import { handlersWithoutModel } from './without-model.js';

type Elicitation = NonNullable<ServerRequestHandlers['elicitation']>;
export type ElicitRequest = Parameters<Elicitation>[0];
export type ElicitAnswer = Awaited<ReturnType<Elicitation>>;
type Sampling = NonNullable<ServerRequestHandlers['sampling']>;
export type SamplingRequest = Parameters<Sampling>[0];

/** The person who answers servers; left out where there is nobody. */
export interface Person {
  /** The signal takes the question back. */
  fillIn(server: string, request: ElicitRequest, signal: AbortSignal): Promise<ElicitAnswer>;
  /** Whether a server may have this answered by the model. */
  allowsSampling(server: string, request: SamplingRequest, signal: AbortSignal): Promise<boolean>;
}

/** How requests of one server are answered. What nobody would answer is not offered, so that the server can do without it. */
export function requestHandlers(
  server: string,
  { config, folder }: Pick<LoadedConfig, 'config' | 'folder'>,
  generator: () => Generator,
  person: Person | undefined,
): ServerRequestHandlers {
  const { sampling } = config.serverRequests;
  const asks = sampling === 'allow' || (sampling === 'ask' && person !== undefined);
  const mayAsk = async (request: SamplingRequest, signal: AbortSignal): Promise<boolean> =>
    sampling === 'allow' || (await person?.allowsSampling(server, request, signal)) === true;
  return {
    ...handlersWithoutModel(server, { config, folder }, person),
    ...(asks
      ? { sampling: (request: SamplingRequest, signal: AbortSignal) => sampled(request, generator(), mayAsk, signal) }
      : {}),
  };
}
