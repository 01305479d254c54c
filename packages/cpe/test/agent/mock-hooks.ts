/** What tests of the agent have open, called once at the top of a test file: the hooks open and close it. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { MockProvider } from './mock-provider.js';
import { model, Workbench } from './workbench.js';

/** One provider for the whole file, with nothing scripted when a test begins. */
export function useMockProvider(): MockProvider {
  const provider = new MockProvider();
  beforeAll(() => provider.listen());
  afterAll(() => provider.close());
  afterEach(() => provider.reset());
  return provider;
}

export interface AgentBench {
  readonly provider: MockProvider;
  readonly bench: Workbench;
  /** Writes a `cpe.yaml` whose model `m` is the mock. */
  configure(mcpServers: object, defaults?: object, modelMore?: object): void;
}

/** The provider, and a folder that is new for every test. */
export function useAgentBench(): AgentBench {
  const provider = useMockProvider();
  const bench = new Workbench();
  beforeEach(() => bench.open());
  afterEach(() => bench.remove());
  return {
    provider,
    bench,
    configure: (mcpServers, defaults = {}, modelMore = {}) => {
      const models = [model('m', provider.url, modelMore)];
      bench.write('cpe.yaml', { mcpServers, models, defaults: { model: 'm', ...defaults } });
    },
  };
}
