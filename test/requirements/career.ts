import { type Requirement, statements } from './statement.js';

const seed = ['004'] as const;
const gap = 'issue 5';

/** Seed 004: the career coordination server. */
export const career: readonly Requirement[] = [
  ...statements({ seed, gap, section: 'Overview' }, [
    [
      'career.overview.json-rpc',
      'The server speaks JSON-RPC 2.0 over stdio.',
      'packages/career/test/server/process.test.ts > answers initialize with empty params as the seed shows, and echoes text ids',
    ],
    [
      'career.overview.mcp-tools',
      'The pipeline is offered as MCP tools.',
      'packages/career/test/server/process.test.ts > lists every tool with name, description and schema, also before initialize',
    ],
    [
      'career.overview.thin',
      'The server layer holds no business logic; every tool hands over to the application services.',
      'packages/career/test/server/thin.test.ts > %s answers and stores the same without the server',
      'packages/career/test/server/thin.test.ts > no tool reads a table, a file or the network by itself',
    ],
  ]),
  ...statements({ seed, gap, section: 'Architecture' }, [
    [
      'career.architecture.routing',
      'The transport layer does protocol and tool routing.',
      'packages/career/test/server/process.test.ts > lists every tool with name, description and schema, also before initialize',
      'packages/career/test/server/process.test.ts > answers %s with its code and goes on',
    ],
    [
      'career.architecture.match-pipeline',
      'Matching is a service below the transport.',
      'packages/career/test/server/thin.test.ts > matching answers and stores the same without the server',
      'packages/career/test/app-parity.test.ts > match pipeline and its trace: %s',
    ],
    [
      'career.architecture.validation',
      'Validation is a service below the transport.',
      'packages/career/test/server/thin.test.ts > validation answers and stores the same without the server',
      'packages/career/test/app-parity.test.ts > original rules: %s',
    ],
    [
      'career.architecture.interaction-fsm',
      'The interaction state machine is a service below the transport.',
      'packages/career/test/server/thin.test.ts > the state machine answers and stores the same without the server',
      'packages/career/test/app-parity.test.ts > state machine: %s',
    ],
    [
      'career.architecture.audit',
      'The audit trace is a service below the transport.',
      'packages/career/test/server/thin.test.ts > the audit trace answers and stores the same without the server',
      'packages/career/test/app-parity.test.ts > audit chain of a trace: %s',
    ],
    [
      'career.architecture.core',
      'Repositories, audit log, vector index and coordinators stand behind interfaces of their own.',
      'packages/career/test/server/thin.test.ts > repositories and audit log work on a bare database, without application or server',
      'packages/career/test/server/thin.test.ts > the %s store of vectors gives back what it was given, by key',
      'packages/career/test/interaction/coordinators.test.ts > the SQLite coordinator',
      'packages/career/test/interaction/coordinators.test.ts > the Redis coordinator (needs redis-server)',
    ],
  ]),
  ...statements({ seed, gap, section: 'Building and Running' }, [
    [
      'career.run.executable',
      'The server is an executable that runs without arguments.',
      'packages/career/test/server/process.test.ts > answers a request that is piped in, and ends',
    ],
    [
      'career.run.stdin',
      'Requests are read from standard input.',
      'packages/career/test/server/process.test.ts > answers a request that is piped in, and ends',
    ],
    [
      'career.run.stdout',
      'Replies, and nothing else, go to standard output.',
      'packages/career/test/server/process.test.ts > refuses to start with %s, with one clear message and nothing on stdout',
      'packages/career/test/server/process.test.ts > answers a request that is piped in, and ends',
    ],
    [
      'career.run.stderr',
      'Diagnostics go to standard error.',
      'packages/career/test/server/process.test.ts > refuses to start with %s, with one clear message and nothing on stdout',
    ],
  ]),
  ...statements({ seed, gap, section: 'match_opportunity' }, [
    [
      'career.match.listed',
      'match_opportunity is offered.',
      'packages/career/test/server/process.test.ts > lists every tool with name, description and schema, also before initialize',
    ],
    [
      'career.match.full-pipeline',
      'One call runs matching and then validation of the match.',
      'packages/career/test/server/matching.test.ts > answers with the keys of the seed, at the top of the result and as structured content',
    ],
    [
      'career.match.in.opportunity-id',
      'opportunity_id is a text and required.',
      'packages/career/test/server/matching.test.ts > needs an opportunity, stored or given',
    ],
    [
      'career.match.in.strategy',
      'strategy is optional.',
      'packages/career/test/server/matching.test.ts > the strategy is the lexical one when nobody names another, and when it is named',
    ],
    [
      'career.match.in.strategy.lexical',
      'strategy accepts deterministic_lexical_v0.1.',
      'packages/career/test/server/matching.test.ts > the strategy is the lexical one when nobody names another, and when it is named',
    ],
    [
      'career.match.in.strategy.hybrid',
      'strategy accepts hybrid_lexical_embedding_v0.2.',
      'packages/career/test/server/matching.test.ts > honours k_lex and k_emb, and takes 25 of each when they are left out',
    ],
    [
      'career.match.in.strategy.default',
      'Without a strategy the lexical one is used.',
      'packages/career/test/server/matching.test.ts > answers with the keys of the seed, at the top of the result and as structured content',
    ],
    [
      'career.match.in.k-lex',
      'k_lex is an optional number of lexical candidates.',
      'packages/career/test/server/matching.test.ts > honours k_lex and k_emb, and takes 25 of each when they are left out',
    ],
    [
      'career.match.in.k-lex.default',
      'k_lex is 25 when left out.',
      'packages/career/test/server/matching.test.ts > honours k_lex and k_emb, and takes 25 of each when they are left out',
      'test/golden-tools.test.ts > the tools of %s are as recorded',
    ],
    [
      'career.match.in.k-emb',
      'k_emb is an optional number of embedding candidates.',
      'packages/career/test/server/matching.test.ts > honours k_lex and k_emb, and takes 25 of each when they are left out',
    ],
    [
      'career.match.in.k-emb.default',
      'k_emb is 25 when left out.',
      'packages/career/test/server/matching.test.ts > honours k_lex and k_emb, and takes 25 of each when they are left out',
      'test/golden-tools.test.ts > the tools of %s are as recorded',
    ],
    [
      'career.match.in.trace-id',
      'A given trace_id is used for the audit events and given back.',
      'packages/career/test/server/matching.test.ts > leaves the four events of the seed, then the decision',
    ],
    [
      'career.match.in.trace-id.generated',
      'Without a trace_id one is made.',
      'packages/career/test/server/matching.test.ts > answers with the keys of the seed, at the top of the result and as structured content',
    ],
    [
      'career.match.out.trace-id',
      'The answer carries trace_id.',
      'packages/career/test/server/matching.test.ts > answers with the keys of the seed, at the top of the result and as structured content',
    ],
    [
      'career.match.out.match-report',
      'The answer carries match_report.',
      'packages/career/test/server/matching.test.ts > answers with the keys of the seed, at the top of the result and as structured content',
    ],
    [
      'career.match.out.opportunity-id',
      'match_report repeats the opportunity_id that was asked for.',
      'packages/career/test/server/matching.test.ts > answers with the keys of the seed, at the top of the result and as structured content',
    ],
    [
      'career.match.out.overall-score',
      'match_report carries overall_score as a number.',
      'packages/career/test/server/matching.test.ts > answers with the keys of the seed, at the top of the result and as structured content',
    ],
    [
      'career.match.out.strategy',
      'match_report names the strategy that was used.',
      'packages/career/test/server/matching.test.ts > answers with the keys of the seed, at the top of the result and as structured content',
    ],
    [
      'career.match.out.matched-atoms',
      'match_report lists the ids of the matched atoms.',
      'packages/career/test/server/matching.test.ts > answers with the keys of the seed, at the top of the result and as structured content',
    ],
    [
      'career.match.out.validation-report',
      'The answer carries validation_report.',
      'packages/career/test/server/matching.test.ts > answers with the keys of the seed, at the top of the result and as structured content',
    ],
    [
      'career.match.out.status',
      'validation_report carries a status, accepted among them.',
      'packages/career/test/server/matching.test.ts > answers with the keys of the seed, at the top of the result and as structured content',
    ],
    [
      'career.match.out.finding-count',
      'validation_report carries the number of findings.',
      'packages/career/test/server/matching.test.ts > answers with the keys of the seed, at the top of the result and as structured content',
    ],
    [
      'career.match.audit.run-started',
      'The first audit event of a match is RunStarted.',
      'packages/career/test/server/matching.test.ts > leaves the four events of the seed, then the decision',
    ],
    [
      'career.match.audit.match-completed',
      'The second audit event of a match is MatchCompleted.',
      'packages/career/test/server/matching.test.ts > leaves the four events of the seed, then the decision',
    ],
    [
      'career.match.audit.validation-completed',
      'The third audit event of a match is ValidationCompleted.',
      'packages/career/test/server/matching.test.ts > leaves the four events of the seed, then the decision',
    ],
    [
      'career.match.audit.run-completed',
      'The fourth audit event of a match is RunCompleted.',
      'packages/career/test/server/matching.test.ts > leaves the four events of the seed, then the decision',
    ],
    [
      'career.match.audit.order',
      'These four events come in this order under one trace.',
      'packages/career/test/server/matching.test.ts > leaves the four events of the seed, then the decision',
    ],
  ]),
  ...statements({ seed, gap, section: 'validate_match_report' }, [
    [
      'career.validate.listed',
      'validate_match_report is offered.',
      'packages/career/test/server/process.test.ts > lists every tool with name, description and schema, also before initialize',
    ],
    [
      'career.validate.in.match-report',
      'match_report is an object and is what is validated.',
      'packages/career/test/server/matching.test.ts > refuses %s',
      'packages/career/test/server/matching.test.ts > accepts what match_opportunity returned',
    ],
    [
      'career.validate.in.trace-id',
      'trace_id is optional and ties the validation to a trace.',
      'packages/career/test/server/matching.test.ts > accepts what match_opportunity returned',
    ],
    [
      'career.validate.standalone',
      'A report is validated on its own, without running a match.',
      'packages/career/test/server/matching.test.ts > finds %s (%s)',
    ],
  ]),
  ...statements({ seed, gap, section: 'get_audit_trace' }, [
    [
      'career.trace.listed',
      'get_audit_trace is offered.',
      'packages/career/test/server/process.test.ts > lists every tool with name, description and schema, also before initialize',
    ],
    [
      'career.trace.in.trace-id',
      'trace_id names the trace and is required.',
      'packages/career/test/server/process.test.ts > answers %s with its code and goes on',
    ],
    [
      'career.trace.all-events',
      'All events of the trace are given, in the order they happened.',
      'packages/career/test/server/matching.test.ts > leaves the four events of the seed, then the decision',
    ],
    [
      'career.trace.out.trace-id',
      'The answer repeats trace_id.',
      'packages/career/test/server/matching.test.ts > shows each event of a trace as the seed does',
    ],
    [
      'career.trace.out.events',
      'The answer carries a list of events.',
      'packages/career/test/server/matching.test.ts > shows each event of a trace as the seed does',
    ],
    [
      'career.trace.out.event-id',
      'Each event carries event_id.',
      'packages/career/test/server/matching.test.ts > shows each event of a trace as the seed does',
    ],
    [
      'career.trace.out.event-trace-id',
      'Each event carries its trace_id.',
      'packages/career/test/server/matching.test.ts > shows each event of a trace as the seed does',
    ],
    [
      'career.trace.out.event-type',
      'Each event carries event_type.',
      'packages/career/test/server/matching.test.ts > shows each event of a trace as the seed does',
    ],
    [
      'career.trace.out.payload',
      'Each event carries its payload as an object, not as text.',
      'packages/career/test/server/matching.test.ts > shows each event of a trace as the seed does',
    ],
    [
      'career.trace.out.payload.run-started',
      'The payload of RunStarted names the source app_service and the operation match_pipeline.',
      'packages/career/test/server/matching.test.ts > shows each event of a trace as the seed does',
    ],
    [
      'career.trace.out.created-at',
      'Each event carries created_at in UTC to the second.',
      'packages/career/test/server/matching.test.ts > shows each event of a trace as the seed does',
    ],
  ]),
  ...statements({ seed, gap, section: 'interaction_apply_event' }, [
    [
      'career.interaction.listed',
      'interaction_apply_event is offered.',
      'packages/career/test/server/process.test.ts > lists every tool with name, description and schema, also before initialize',
    ],
    [
      'career.interaction.atomic',
      'A transition happens wholly or not at all.',
      'packages/career/test/interaction/processes.test.ts > kill -9 at random points: what was acknowledged is there, a retry is already_applied, the chain verifies',
    ],
    [
      'career.interaction.in.interaction-id',
      'interaction_id is a text and required.',
      'packages/career/test/server/outreach.test.ts > need the id of an interaction as text',
      'test/golden-tools.test.ts > the tools of %s are as recorded',
    ],
    [
      'career.interaction.in.event',
      'event is required.',
      'packages/career/test/interaction/coordinators.test.ts > keeps the transition table',
    ],
    [
      'career.interaction.in.event.prepare',
      'event accepts Prepare.',
      'packages/career/test/server/outreach.test.ts > start in Draft with index 0 and move as the seed shows',
    ],
    [
      'career.interaction.in.event.send',
      'event accepts Send.',
      'packages/career/test/interaction/coordinators.test.ts > keeps the transition table',
    ],
    [
      'career.interaction.in.event.receive-reply',
      'event accepts ReceiveReply.',
      'packages/career/test/interaction/coordinators.test.ts > keeps the transition table',
    ],
    [
      'career.interaction.in.event.close',
      'event accepts Close.',
      'packages/career/test/interaction/coordinators.test.ts > keeps the transition table',
    ],
    [
      'career.interaction.in.event.others',
      'Any other event is refused.',
      'packages/career/test/server/process.test.ts > answers %s with its code and goes on',
    ],
    [
      'career.interaction.in.idempotency-key',
      'idempotency_key is a text and required.',
      'packages/career/test/server/outreach.test.ts > with %s are refused and nothing moves',
    ],
    [
      'career.interaction.in.trace-id',
      'trace_id is optional; one is made when it is left out.',
      'packages/career/test/server/outreach.test.ts > start in Draft with index 0 and move as the seed shows',
    ],
    [
      'career.interaction.out.trace-id',
      'The answer carries trace_id.',
      'packages/career/test/server/outreach.test.ts > start in Draft with index 0 and move as the seed shows',
    ],
    [
      'career.interaction.out.result',
      'The answer carries result.',
      'packages/career/test/server/outreach.test.ts > start in Draft with index 0 and move as the seed shows',
    ],
    [
      'career.interaction.out.outcome',
      'result carries the outcome.',
      'packages/career/test/server/outreach.test.ts > start in Draft with index 0 and move as the seed shows',
    ],
    [
      'career.interaction.out.before-state',
      'result carries the state before as a number.',
      'packages/career/test/server/outreach.test.ts > start in Draft with index 0 and move as the seed shows',
    ],
    [
      'career.interaction.out.after-state',
      'result carries the state after as a number.',
      'packages/career/test/server/outreach.test.ts > start in Draft with index 0 and move as the seed shows',
    ],
    [
      'career.interaction.out.transition-index',
      'result carries the number of the transition.',
      'packages/career/test/server/outreach.test.ts > start in Draft with index 0 and move as the seed shows',
    ],
    [
      'career.interaction.first-transition',
      'Preparing a draft goes from state 0 to 1 with transition index 1.',
      'packages/career/test/server/outreach.test.ts > start in Draft with index 0 and move as the seed shows',
    ],
    [
      'career.interaction.outcome.applied',
      'The outcome is applied when the transition happened.',
      'packages/career/test/server/outreach.test.ts > answer the six outcomes as results, not as errors',
    ],
    [
      'career.interaction.outcome.already-applied',
      'The outcome is already_applied when the key was used before, and nothing changes.',
      'packages/career/test/server/outreach.test.ts > answer the six outcomes as results, not as errors',
      'packages/career/test/interaction/coordinators.test.ts > answers a repeated key with what it answered first, also after the interaction moved on',
    ],
    [
      'career.interaction.outcome.invalid-transition',
      'The outcome is invalid_transition when the state does not allow the event.',
      'packages/career/test/server/outreach.test.ts > answer the six outcomes as results, not as errors',
    ],
    [
      'career.interaction.outcome.not-found',
      'The outcome is not_found when there is no such interaction.',
      'packages/career/test/server/outreach.test.ts > answer the six outcomes as results, not as errors',
    ],
    [
      'career.interaction.outcome.conflict',
      'The outcome is conflict when somebody else changed the interaction meanwhile.',
      'packages/career/test/server/outreach.test.ts > answer the six outcomes as results, not as errors',
      'packages/career/test/interaction/coordinators.test.ts > refuses a caller whose index is stale, and tells the present one',
    ],
    [
      'career.interaction.outcome.backend-error',
      'The outcome is backend_error when Redis or the store fails.',
      'packages/career/test/server/outreach.test.ts > answer the six outcomes as results, not as errors',
      'packages/career/test/interaction/coordinators.test.ts > says backend_error while Redis is gone and goes on when it is back',
    ],
    [
      'career.interaction.audit.attempted',
      'Every attempt writes InteractionTransitionAttempted first.',
      'packages/career/test/server/outreach.test.ts > start in Draft with index 0 and move as the seed shows',
    ],
    [
      'career.interaction.audit.completed',
      'An applied transition writes InteractionTransitionCompleted.',
      'packages/career/test/server/outreach.test.ts > start in Draft with index 0 and move as the seed shows',
    ],
    [
      'career.interaction.audit.rejected',
      'A refused transition writes InteractionTransitionRejected.',
      'packages/career/test/interaction/coordinators.test.ts > leaves one audit event for each decision, with quotes and line breaks unharmed',
    ],
  ]),
  ...statements({ seed, gap, section: 'Protocol Details' }, [
    [
      'career.protocol.initialize.empty-params',
      'initialize is answered even with empty params.',
      'packages/career/test/server/process.test.ts > answers initialize with empty params as the seed shows, and echoes text ids',
    ],
    [
      'career.protocol.initialize.version',
      'The protocol version in the answer is 2024-11-05 for such a client.',
      'packages/career/test/server/process.test.ts > answers initialize with empty params as the seed shows, and echoes text ids',
    ],
    [
      'career.protocol.initialize.capabilities',
      'The capabilities name tools.',
      'packages/career/test/server/process.test.ts > answers initialize with empty params as the seed shows, and echoes text ids',
    ],
    [
      'career.protocol.initialize.name',
      'The server calls itself career-coordination-mcp.',
      'packages/career/test/server/process.test.ts > answers initialize with empty params as the seed shows, and echoes text ids',
    ],
    [
      'career.protocol.initialize.server-version',
      'The server info carries a version.',
      'packages/career/test/server/process.test.ts > answers initialize with empty params as the seed shows, and echoes text ids',
    ],
    [
      'career.protocol.text-ids',
      'An id given as text comes back as the same text.',
      'packages/career/test/server/process.test.ts > answers initialize with empty params as the seed shows, and echoes text ids',
    ],
    [
      'career.protocol.list',
      'tools/list gives every tool.',
      'packages/career/test/server/process.test.ts > lists every tool with name, description and schema, also before initialize',
    ],
    [
      'career.protocol.list.name',
      'Each listed tool has a name.',
      'packages/career/test/server/process.test.ts > lists every tool with name, description and schema, also before initialize',
    ],
    [
      'career.protocol.list.description',
      'Each listed tool has a description; matching is described as matching and validation for an opportunity.',
      'packages/career/test/server/process.test.ts > lists every tool with name, description and schema, also before initialize',
    ],
    [
      'career.protocol.list.input-schema',
      'Each listed tool has an inputSchema.',
      'packages/career/test/server/process.test.ts > lists every tool with name, description and schema, also before initialize',
    ],
    [
      'career.protocol.call',
      'tools/call takes name and arguments and answers with the tool’s result.',
      'packages/career/test/server/matching.test.ts > answers with the keys of the seed, at the top of the result and as structured content',
    ],
    [
      'career.protocol.error.shape',
      'An error carries code, message and data.',
      'packages/career/test/server/matching.test.ts > refuses an unknown opportunity with a code, and the trace says how it ended',
    ],
    [
      'career.protocol.error.parse',
      'Input that is not JSON gives -32700.',
      'packages/career/test/server/process.test.ts > answers %s with its code and goes on',
    ],
    [
      'career.protocol.error.request',
      'Input that is no request gives -32600.',
      'packages/career/test/server/process.test.ts > answers %s with its code and goes on',
    ],
    [
      'career.protocol.error.method',
      'An unknown method gives -32601 with the message that it was not found.',
      'packages/career/test/server/process.test.ts > answers %s with its code and goes on',
    ],
    [
      'career.protocol.error.params',
      'Wrong parameters give -32602.',
      'packages/career/test/server/process.test.ts > answers %s with its code and goes on',
    ],
    [
      'career.protocol.error.internal',
      'A failure inside gives -32603.',
      'packages/kernel/test/gate/gate.test.ts > invalid params, crash',
    ],
  ]),
  ...statements({ seed, gap, section: 'Safety and Constraints' }, [
    [
      'career.safety.no-files',
      'No tool reads or writes arbitrary files.',
      'packages/career/test/server/safety.test.ts > it reads no file outside the allowed directories',
      'packages/career/test/server/safety.test.ts > whatever it is asked to write, no file but its own database changes',
    ],
    [
      'career.safety.no-shell',
      'No tool runs a shell command.',
      'packages/career/test/server/safety.test.ts > no part of it starts a process',
    ],
    [
      'career.safety.no-network',
      'The server opens no network connection that was not configured.',
      'packages/career/test/server/safety.test.ts > no part of it opens a connection, except to the Redis it was given',
    ],
    [
      'career.safety.no-other-mutations',
      'Nothing in the database changes except by a tool that says so.',
      'packages/career/test/server/safety.test.ts > tools that read answer, and leave every table as it was',
    ],
    [
      'career.safety.memory-default',
      'Without flags everything is kept in memory.',
      'packages/career/test/server/process.test.ts > answers a request that is piped in, and ends',
    ],
    [
      'career.safety.least-privilege',
      'Only what a tool needs is within its reach.',
      'packages/career/test/server/safety.test.ts > it reads no file outside the allowed directories',
    ],
    [
      'career.safety.db-flag',
      '--db keeps everything in SQLite.',
      'packages/career/test/server/process.test.ts > keeps everything in the file given with --db, over a kill -9',
    ],
    [
      'career.safety.redis-flag',
      '--redis coordinates through Redis.',
      'packages/career/test/server/process.test.ts > coordinates over --redis (needs redis-server)',
    ],
    [
      'career.safety.config-file',
      'Settings can come from a configuration file.',
      'packages/career/test/server/process.test.ts > takes its settings from a %s file, which variables and flags overrule',
    ],
  ]),
  ...statements({ seed, gap, section: 'Current Limitations' }, [
    [
      'career.limits.persistence',
      'What was recorded is still there after a restart when a database was given.',
      'packages/career/test/server/process.test.ts > keeps everything in the file given with --db, over a kill -9',
    ],
    [
      'career.limits.existing-opportunity',
      'Matching works on a stored opportunity named by its id.',
      'packages/career/test/server/matching.test.ts > answers with the keys of the seed, at the top of the result and as structured content',
    ],
    [
      'career.limits.validate-implemented',
      'validate_match_report really validates instead of giving an error.',
      'packages/career/test/server/rules.test.ts > is accepted when the stores confirm what it says',
      'packages/career/test/server/matching.test.ts > finds %s (%s)',
    ],
    [
      'career.limits.identity',
      'Callers have an identity and access can be controlled.',
      'packages/career/test/server/process.test.ts > every call leaves an event with the identity behind the key, and never the key',
    ],
  ]),
  ...statements({ seed, gap, section: 'Testing' }, [
    [
      'career.testing.match-determinism',
      'The same inputs give the same match, byte for byte.',
      'packages/career/test/server/matching.test.ts > gives the same bytes twice, and for atoms added in another order',
    ],
    [
      'career.testing.validation-integration',
      'The validation in a match is the validation of that match.',
      'packages/career/test/server/matching.test.ts > accepts what match_opportunity returned',
    ],
    [
      'career.testing.idempotency',
      'Repeating an interaction event with its key changes nothing.',
      'packages/career/test/interaction/coordinators.test.ts > answers a repeated key with what it answered first, also after the interaction moved on',
    ],
    [
      'career.testing.audit-correctness',
      'The audit trace tells exactly what happened.',
      'packages/career/test/app-parity.test.ts > match pipeline and its trace: %s',
    ],
    [
      'career.testing.protocol',
      'The protocol is tested end to end against the running server.',
      'packages/career/test/server/process.test.ts > answers initialize with empty params as the seed shows, and echoes text ids',
    ],
    [
      'career.testing.pipe',
      'A request piped into the server from a shell is answered.',
      'packages/career/test/server/process.test.ts > answers a request that is piped in, and ends',
    ],
  ]),
  ...statements({ seed, gap, section: 'Tracing and Observability' }, [
    [
      'career.observe.every-call',
      'Every call of a tool writes audit events.',
      'packages/career/test/server/every-call.test.ts > %s leaves one entry when it is called and one when it is refused',
      'packages/career/test/server/process.test.ts > every call leaves an event with the identity behind the key, and never the key',
    ],
    [
      'career.observe.memory-log',
      'Audit events can be kept in memory.',
      'packages/career/test/server/matching.test.ts > leaves the four events of the seed, then the decision',
    ],
    [
      'career.observe.sqlite-log',
      'Audit events can be kept in SQLite.',
      'packages/career/test/server/process.test.ts > keeps everything in the file given with --db, over a kill -9',
    ],
    [
      'career.observe.workflow',
      'The trace_id of a match, given to get_audit_trace, yields its four events in order.',
      'packages/career/test/server/matching.test.ts > leaves the four events of the seed, then the decision',
    ],
  ]),
  ...statements({ seed, gap, section: 'Future Enhancements' }, [
    [
      'career.future.flag-db',
      'The command line takes --db.',
      'packages/career/test/server/process.test.ts > keeps everything in the file given with --db, over a kill -9',
    ],
    [
      'career.future.flag-redis',
      'The command line takes --redis.',
      'packages/career/test/server/process.test.ts > coordinates over --redis (needs redis-server)',
    ],
    [
      'career.future.flag-vector-backend',
      'The command line takes --vector-backend.',
      'packages/career/test/server/process.test.ts > refuses to start with %s, with one clear message and nothing on stdout',
    ],
    [
      'career.future.config-json',
      'A configuration file may be JSON.',
      'packages/career/test/server/process.test.ts > takes its settings from a %s file, which variables and flags overrule',
    ],
    [
      'career.future.config-toml',
      'A configuration file may be TOML.',
      'packages/career/test/server/process.test.ts > takes its settings from a %s file, which variables and flags overrule',
    ],
    [
      'career.future.create-interaction',
      'create_interaction is offered and makes an interaction.',
      'packages/career/test/server/outreach.test.ts > start in Draft with index 0 and move as the seed shows',
    ],
    [
      'career.future.api-keys',
      'API keys are checked where the server is reachable by others.',
      'packages/career/test/server/process.test.ts > over stdio, --auth keys serves nobody without a key, and whoever the key stands for',
      'packages/career/test/server/process.test.ts > every call leaves an event with the identity behind the key, and never the key',
    ],
    [
      'career.future.identity-in-audit',
      'The identity of the caller stands in the audit log.',
      'packages/career/test/server/process.test.ts > every call leaves an event with the identity behind the key, and never the key',
    ],
    [
      'career.future.streaming',
      'Long operations can stream their answer.',
      'packages/career/test/server/process.test.ts > reports progress of a long index build',
      'packages/career/test/server/rules.test.ts > ends soon after it is cancelled, keeps what is done and says so in its trace',
    ],
    [
      'career.future.progress',
      'Long operations report progress.',
      'packages/career/test/server/process.test.ts > reports progress of a long index build',
      'packages/career/test/server/rules.test.ts > ends soon after it is cancelled, keeps what is done and says so in its trace',
    ],
  ]),
  ...statements({ seed, gap, section: 'Architecture Rationale' }, [
    [
      'career.rationale.shared-paths',
      'The command line and the server run the same services.',
      'packages/career/test/server/cli.test.ts > through the command line, with the same answers',
    ],
    [
      'career.rationale.testable',
      'The services can be tested without a transport.',
      'packages/career/test/app-parity.test.ts > match pipeline and its trace: %s',
    ],
    [
      'career.rationale.protocol-change',
      'A change of protocol touches no service.',
      'packages/career/test/app-parity.test.ts > match pipeline and its trace: %s',
    ],
    [
      'career.rationale.deterministic',
      'The result does not depend on the transport.',
      'packages/career/test/server/cli.test.ts > through the command line, with the same answers',
      'packages/career/test/server/cli.test.ts > through the MCP client',
    ],
    [
      'career.rationale.audit-inside',
      'Audit events are written by the services, whoever calls them.',
      'packages/career/test/app-parity.test.ts > match pipeline and its trace: %s',
    ],
  ]),
  ...statements({ seed, gap, section: 'Summary' }, [
    [
      'career.summary.read-only-default',
      'By default nothing outside the server’s own data can be changed.',
      'packages/career/test/server/safety.test.ts > it reads no file outside the allowed directories',
      'packages/career/test/server/safety.test.ts > whatever it is asked to write, no file but its own database changes',
      'packages/career/test/server/safety.test.ts > as a process it does all of that where the system lets it write no file and start no process',
    ],
    [
      'career.summary.traceability',
      'Everything that was done can be traced afterwards.',
      'packages/career/test/server/matching.test.ts > leaves the four events of the seed, then the decision',
    ],
  ]),
];
