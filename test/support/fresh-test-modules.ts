/**
 * Test files share their process, and with it the sources, which are most of what a file loads. What stands beside the tests
 * is evaluated anew for each file, because it holds what a file opened and says at its top what to do when the file is done;
 * and each file finds the environment that the first one found.
 */
interface EvaluatedModule {
  promise: unknown;
  exports: unknown;
  evaluated: boolean;
  readonly importers: Set<string>;
}

/** Vitest's own state, and ours beside it. */
interface SharedProcess {
  readonly __vitest_worker__: {
    readonly evaluatedModules: { readonly idToModuleMap: ReadonlyMap<string, EvaluatedModule> };
  };
  firstEnvironment?: Readonly<NodeJS.ProcessEnv>;
}

const shared = globalThis as unknown as SharedProcess;

shared.firstEnvironment ??= { ...process.env };
for (const name of Object.keys(process.env)) if (!(name in shared.firstEnvironment)) delete process.env[name];
Object.assign(process.env, shared.firstEnvironment);

for (const [path, module] of shared.__vitest_worker__.evaluatedModules.idToModuleMap) {
  const besideTests = /\/(?:test|examples)\//.test(path) && !path.includes('/node_modules/');
  if (!besideTests || path === import.meta.filename) continue;
  module.promise = undefined;
  module.exports = undefined;
  module.evaluated = false;
  module.importers.clear();
}
