/** What each part of a package stands on. `'*'` is for composition roots only. */
export const importTable: Record<string, Record<string, readonly string[] | '*'>> = {
  kernel: {
    fault: [],
    redact: [],
    log: ['redact'],
    sandbox: ['fault'],
    auth: ['fault'],
    registry: ['fault', 'auth', 'sandbox', 'log', 'progress'],
    progress: [],
    gate: ['fault', 'auth', 'redact', 'log', 'sandbox', 'registry', 'progress'],
    protocol: ['fault', 'auth', 'redact', 'log', 'registry', 'progress', 'gate'],
    transport: ['fault', 'auth', 'log', 'protocol'],
    http: ['fault', 'auth', 'log', 'protocol', 'transport'],
    serve: ['fault', 'auth', 'log', 'sandbox', 'registry', 'gate', 'protocol', 'transport', 'http'],
    client: ['fault', 'redact'],
    testing: ['registry', 'protocol', 'transport', 'client'],
    index: '*',
  },
  ledger: {
    bin: '*',
    index: '*',
  },
  cobre: {
    faults: [],
    case: ['faults'],
    validation: ['faults', 'case'],
    stochastic: ['faults', 'case'],
    lp: ['faults'],
    stage: ['faults', 'case', 'stochastic', 'lp'],
    sddp: ['faults', 'case', 'stochastic', 'lp', 'stage'],
    simulation: ['faults', 'case', 'stochastic', 'lp', 'stage', 'sddp'],
    results: ['faults', 'case', 'sddp', 'simulation'],
    bin: '*',
    index: '*',
  },
  career: {
    domain: [],
    faults: [],
    taxonomy: ['domain'],
    match: ['domain', 'taxonomy'],
    validate: ['domain', 'match'],
    audit: [],
    store: ['domain', 'audit'],
    interaction: ['faults', 'domain', 'audit'],
    ingest: ['faults', 'domain', 'match'],
    app: ['faults', 'domain', 'taxonomy', 'match', 'validate', 'audit', 'store', 'interaction', 'ingest'],
    tools: ['domain', 'match', 'validate', 'interaction', 'app'],
    cli: [],
    bin: '*',
    index: '*',
  },
};

/** Which parts of a package may import another package. No system imports another: they meet over MCP. */
export const packageTable: Record<string, readonly { target: string; from: readonly string[] | '*' }[]> = {
  kernel: [],
  ledger: [{ target: 'kernel/fault', from: '*' }],
  cobre: [
    { target: 'kernel/fault', from: ['faults'] },
    { target: 'kernel', from: ['tools', 'http', 'bin'] },
  ],
  career: [
    { target: 'kernel/fault', from: ['faults'] },
    { target: 'kernel', from: ['tools', 'cli', 'bin'] },
    { target: 'ledger', from: ['audit', 'store', 'interaction', 'app', 'bin'] },
  ],
};
