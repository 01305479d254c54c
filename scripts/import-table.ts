/** What each part of a package stands on. `'*'` is for composition roots only. */
export const importTable: Record<string, Record<string, readonly string[] | '*'>> = {
  kernel: {
    fault: [],
    identity: [],
    wire: [],
    redact: [],
    progress: [],
    log: ['redact'],
    sandbox: ['fault'],
    auth: ['fault', 'identity'],
    registry: ['fault', 'identity', 'wire', 'log', 'sandbox', 'progress'],
    gate: ['fault', 'identity', 'wire', 'redact', 'log', 'sandbox', 'registry', 'progress'],
    protocol: ['fault', 'identity', 'wire', 'redact', 'log', 'sandbox', 'registry', 'progress', 'gate'],
    http: ['fault', 'identity', 'log', 'auth', 'gate'],
    transport: ['fault', 'identity', 'wire', 'log', 'protocol', 'http'],
    serve: ['fault', 'redact', 'log', 'sandbox', 'auth', 'registry', 'gate', 'protocol', 'http', 'transport'],
    client: ['fault', 'redact'],
    testing: ['fault', 'registry', 'protocol', 'transport'],
    index: '*',
  },
  ledger: {
    faults: [],
    format: ['faults'],
    verify: ['format'],
    sign: ['faults', 'format', 'verify'],
    store: ['faults', 'format', 'verify', 'sign'],
    'export-lines': ['format', 'store'],
    'verify-database': ['sign', 'store', 'verify'],
    commands: '*',
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
    validate: ['domain', 'match', 'ingest'],
    audit: [],
    store: ['domain', 'audit'],
    interaction: ['faults', 'domain', 'audit'],
    ingest: ['faults', 'domain', 'match'],
    app: ['faults', 'domain', 'taxonomy', 'match', 'validate', 'audit', 'store', 'interaction', 'ingest'],
    tools: ['domain', 'match', 'validate', 'interaction', 'ingest', 'app'],
    cli: [],
    bin: '*',
    index: '*',
  },
};

/**
 * Which parts of a package may import another package. No system imports another: they meet over MCP. `kernel/fault` is
 * only the error class and knows no protocol, so everybody may use it.
 */
export const packageTable: Record<string, readonly { target: string; from: readonly string[] | '*' }[]> = {
  kernel: [],
  ledger: [{ target: 'kernel/fault', from: '*' }],
  cobre: [
    { target: 'kernel/fault', from: '*' },
    { target: 'kernel', from: ['tools', 'resources', 'prompts', 'bin'] },
  ],
  career: [
    { target: 'kernel/fault', from: '*' },
    { target: 'kernel', from: ['tools', 'cli', 'bin'] },
    { target: 'ledger', from: ['audit', 'store', 'interaction', 'app', 'tools', 'bin'] },
  ],
};
