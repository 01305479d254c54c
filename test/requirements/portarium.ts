import { type Requirement, statements } from './statement.js';

const seed = ['003'] as const;
const gap = 'issue 6';

/** Seed 003: the control plane's seven tools. */
export const portarium: readonly Requirement[] = [
  ...statements({ seed, gap, section: 'Purpose' }, [
    [
      'portarium.purpose.agents',
      'An agent can operate the control plane through MCP tools alone.',
      'packages/portarium/test/bin/transports.test.ts > the previous SDK drives a run over %s',
      'packages/portarium/test/tools/client-contract.test.ts > registers an agent and keeps it alive',
    ],
    [
      'portarium.purpose.ide',
      'An IDE integration can operate the control plane through the same tools.',
      'packages/portarium/test/bin/transports.test.ts > is the same over stdio, with the caller that its key names',
      'packages/portarium/test/bin/transports.test.ts > the previous SDK drives a run over %s',
    ],
    [
      'portarium.purpose.cli',
      'A command-line tool can operate the control plane through the same tools.',
      'packages/portarium/test/bin/transports.test.ts > the Inspector lists and calls the tools',
    ],
  ]),
  ...statements({ seed, gap, section: 'Protocol' }, [
    [
      'portarium.protocol.json-rpc',
      'Requests and replies are JSON-RPC 2.0.',
      'packages/portarium/test/tools/protocol.test.ts > a notification is not answered, and a request exactly once with its own id',
    ],
    [
      'portarium.protocol.transport-stdio',
      'The server can be reached over stdio.',
      'packages/portarium/test/bin/transports.test.ts > is the same over stdio, with the caller that its key names',
    ],
    [
      'portarium.protocol.transport-http-sse',
      'The server can be reached over HTTP with server-sent events.',
      'packages/portarium/test/bin/transports.test.ts > the previous SDK drives a run over %s',
    ],
    [
      'portarium.protocol.transport-websocket',
      'The server can be reached over a WebSocket.',
      'packages/portarium/test/bin/transports.test.ts > gives the same answers over a WebSocket as over HTTP',
    ],
    [
      'portarium.protocol.same-answers',
      'The same request gets the same answer on every transport.',
      'packages/portarium/test/bin/transports.test.ts > gives the same answers over a WebSocket as over HTTP',
    ],
    [
      'portarium.protocol.version',
      'A client that asks for 2024-11-05 is served in that revision.',
      'packages/portarium/test/tools/protocol.test.ts > initialize with %s is answered with server info',
      'packages/portarium/test/bin/transports.test.ts > is the same over stdio, with the caller that its key names',
    ],
    [
      'portarium.protocol.method-initialize',
      'The method initialize is answered.',
      'packages/portarium/test/tools/protocol.test.ts > initialize with %s is answered with server info',
    ],
    [
      'portarium.protocol.method-tools-list',
      'The method tools/list is answered.',
      'packages/portarium/test/tools/protocol.test.ts > tools/list gives seven tools in the order of the specification, with open schemas',
    ],
    [
      'portarium.protocol.method-tools-call',
      'The method tools/call is answered.',
      'packages/portarium/test/tools/protocol.test.ts > %s calls %s once with exactly what it was given',
    ],
  ]),
  ...statements({ seed, gap, section: 'Tools' }, [
    [
      'portarium.tools.count',
      'Seven tools are offered, no more and no fewer, when nothing is filtered.',
      'packages/portarium/test/tools/protocol.test.ts > tools/list gives seven tools in the order of the specification, with open schemas',
    ],
    [
      'portarium.tools.run-start',
      'portarium_run_start is listed and starts a run of a workflow.',
      'packages/portarium/test/tools/protocol.test.ts > tools/list gives seven tools in the order of the specification, with open schemas',
      'packages/portarium/test/tools/client-contract.test.ts > starts, gets, decides, sees the run succeed, and cannot cancel it any more',
    ],
    [
      'portarium.tools.run-start.maps',
      'portarium_run_start calls the client method startRun with what it was given.',
      'packages/portarium/test/tools/protocol.test.ts > %s calls %s once with exactly what it was given',
    ],
    [
      'portarium.tools.run-start.description',
      'portarium_run_start describes itself as starting a workflow run.',
      'packages/portarium/test/tools/protocol.test.ts > tools/list gives seven tools in the order of the specification, with open schemas',
    ],
    [
      'portarium.tools.run-get',
      'portarium_run_get is listed and tells the status of a run.',
      'packages/portarium/test/tools/protocol.test.ts > tools/list gives seven tools in the order of the specification, with open schemas',
      'packages/portarium/test/tools/client-contract.test.ts > starts, gets, decides, sees the run succeed, and cannot cancel it any more',
    ],
    [
      'portarium.tools.run-get.maps',
      'portarium_run_get calls the client method getRun with what it was given.',
      'packages/portarium/test/tools/protocol.test.ts > %s calls %s once with exactly what it was given',
    ],
    [
      'portarium.tools.run-get.description',
      'portarium_run_get describes itself as asking for the status of a run.',
      'packages/portarium/test/tools/protocol.test.ts > tools/list gives seven tools in the order of the specification, with open schemas',
    ],
    [
      'portarium.tools.run-cancel',
      'portarium_run_cancel is listed and cancels a run that is active.',
      'packages/portarium/test/tools/protocol.test.ts > tools/list gives seven tools in the order of the specification, with open schemas',
      'packages/portarium/test/tools/client-contract.test.ts > cancels a run that is active',
    ],
    [
      'portarium.tools.run-cancel.maps',
      'portarium_run_cancel calls the client method cancelRun with what it was given.',
      'packages/portarium/test/tools/protocol.test.ts > %s calls %s once with exactly what it was given',
    ],
    [
      'portarium.tools.run-cancel.description',
      'portarium_run_cancel describes itself as cancelling an active run.',
      'packages/portarium/test/tools/protocol.test.ts > tools/list gives seven tools in the order of the specification, with open schemas',
    ],
    [
      'portarium.tools.run-cancel.only-active',
      'A run that has already ended is not cancelled, and the caller is told.',
      'packages/portarium/test/tools/client-contract.test.ts > starts, gets, decides, sees the run succeed, and cannot cancel it any more',
    ],
    [
      'portarium.tools.work-items-list',
      'portarium_work_items_list is listed and gives the work items.',
      'packages/portarium/test/tools/protocol.test.ts > tools/list gives seven tools in the order of the specification, with open schemas',
      'packages/portarium/test/tools/client-contract.test.ts > starts, gets, decides, sees the run succeed, and cannot cancel it any more',
    ],
    [
      'portarium.tools.work-items-list.maps',
      'portarium_work_items_list calls listWorkItems with what it was given.',
      'packages/portarium/test/tools/protocol.test.ts > %s calls %s once with exactly what it was given',
    ],
    [
      'portarium.tools.work-items-list.description',
      'portarium_work_items_list describes itself as listing work items.',
      'packages/portarium/test/tools/protocol.test.ts > tools/list gives seven tools in the order of the specification, with open schemas',
    ],
    [
      'portarium.tools.approval-submit',
      'portarium_approval_submit is listed and records a decision on an approval.',
      'packages/portarium/test/tools/protocol.test.ts > tools/list gives seven tools in the order of the specification, with open schemas',
      'packages/portarium/test/tools/client-contract.test.ts > starts, gets, decides, sees the run succeed, and cannot cancel it any more',
    ],
    [
      'portarium.tools.approval-submit.maps',
      'portarium_approval_submit calls submitApproval with what it was given.',
      'packages/portarium/test/tools/protocol.test.ts > %s calls %s once with exactly what it was given',
    ],
    [
      'portarium.tools.approval-submit.description',
      'portarium_approval_submit describes itself as handing in a decision.',
      'packages/portarium/test/tools/protocol.test.ts > tools/list gives seven tools in the order of the specification, with open schemas',
    ],
    [
      'portarium.tools.agent-register',
      'portarium_agent_register is listed and makes an agent known to the control plane.',
      'packages/portarium/test/tools/protocol.test.ts > tools/list gives seven tools in the order of the specification, with open schemas',
      'packages/portarium/test/tools/client-contract.test.ts > registers an agent and keeps it alive',
    ],
    [
      'portarium.tools.agent-register.maps',
      'portarium_agent_register calls registerAgent with what it was given.',
      'packages/portarium/test/tools/protocol.test.ts > %s calls %s once with exactly what it was given',
    ],
    [
      'portarium.tools.agent-register.description',
      'portarium_agent_register describes itself as registering an agent.',
      'packages/portarium/test/tools/protocol.test.ts > tools/list gives seven tools in the order of the specification, with open schemas',
    ],
    [
      'portarium.tools.agent-heartbeat',
      'portarium_agent_heartbeat is listed and keeps an agent counted as alive.',
      'packages/portarium/test/tools/protocol.test.ts > tools/list gives seven tools in the order of the specification, with open schemas',
      'packages/portarium/test/tools/client-contract.test.ts > registers an agent and keeps it alive',
    ],
    [
      'portarium.tools.agent-heartbeat.maps',
      'portarium_agent_heartbeat calls agentHeartbeat with what it was given.',
      'packages/portarium/test/tools/protocol.test.ts > %s calls %s once with exactly what it was given',
    ],
    [
      'portarium.tools.agent-heartbeat.description',
      'portarium_agent_heartbeat describes itself as a sign of life.',
      'packages/portarium/test/tools/protocol.test.ts > tools/list gives seven tools in the order of the specification, with open schemas',
    ],
  ]),
  ...statements({ seed, gap, section: 'Input Validation' }, [
    [
      'portarium.input.schema.run-start',
      'portarium_run_start lists a JSON Schema for its arguments.',
      'packages/portarium/test/tools/protocol.test.ts > tools/list gives seven tools in the order of the specification, with open schemas',
    ],
    [
      'portarium.input.schema.run-get',
      'portarium_run_get lists a JSON Schema for its arguments.',
      'packages/portarium/test/tools/protocol.test.ts > tools/list gives seven tools in the order of the specification, with open schemas',
    ],
    [
      'portarium.input.schema.run-cancel',
      'portarium_run_cancel lists a JSON Schema for its arguments.',
      'packages/portarium/test/tools/protocol.test.ts > tools/list gives seven tools in the order of the specification, with open schemas',
    ],
    [
      'portarium.input.schema.work-items-list',
      'portarium_work_items_list lists a JSON Schema for its arguments.',
      'packages/portarium/test/tools/protocol.test.ts > tools/list gives seven tools in the order of the specification, with open schemas',
    ],
    [
      'portarium.input.schema.approval-submit',
      'portarium_approval_submit lists a JSON Schema for its arguments.',
      'packages/portarium/test/tools/protocol.test.ts > tools/list gives seven tools in the order of the specification, with open schemas',
    ],
    [
      'portarium.input.schema.agent-register',
      'portarium_agent_register lists a JSON Schema for its arguments.',
      'packages/portarium/test/tools/protocol.test.ts > tools/list gives seven tools in the order of the specification, with open schemas',
    ],
    [
      'portarium.input.schema.agent-heartbeat',
      'portarium_agent_heartbeat lists a JSON Schema for its arguments.',
      'packages/portarium/test/tools/protocol.test.ts > tools/list gives seven tools in the order of the specification, with open schemas',
    ],
    [
      'portarium.input.missing-code',
      'Leaving out a required argument gives a JSON-RPC error with code -32603.',
      'packages/portarium/test/tools/protocol.test.ts > %s without %s is -32603 with structured data and nothing is dispatched',
    ],
    [
      'portarium.input.missing-before-dispatch',
      'With a required argument missing, no client method is called.',
      'packages/portarium/test/tools/protocol.test.ts > %s without %s is -32603 with structured data and nothing is dispatched',
    ],
    [
      'portarium.input.missing-every-tool',
      'Each tool that requires an argument refuses a call without it.',
      'packages/portarium/test/tools/protocol.test.ts > %s without %s is -32603 with structured data and nothing is dispatched',
    ],
  ]),
  ...statements({ seed, gap, section: 'Tool Filtering' }, [
    [
      'portarium.filter.optional',
      'Without a set of allowed tools, all tools are offered.',
      'packages/portarium/test/tools/protocol.test.ts > tools/list gives seven tools in the order of the specification, with open schemas',
    ],
    [
      'portarium.filter.list',
      'With a set of allowed tools, tools/list names only those.',
      'packages/portarium/test/tools/protocol.test.ts > only allowed tools are listed and callable, and hidden ones look like unknown ones',
    ],
    [
      'portarium.filter.call',
      'With a set of allowed tools, only those can be called.',
      'packages/portarium/test/tools/protocol.test.ts > only allowed tools are listed and callable, and hidden ones look like unknown ones',
    ],
    [
      'portarium.filter.policy',
      'A policy can decide which tools a caller is offered.',
      'packages/portarium/test/bin/transports.test.ts > A4 and R4: agents are not offered decisions, and an exposure policy counts from the next request, for its workspace and roles',
    ],
  ]),
  ...statements({ seed, gap, section: 'Security' }, [
    [
      'portarium.security.no-secrets.results',
      'No secret appears in the result of any tool.',
      'packages/portarium/test/http/isolation.test.ts > E4: canary secrets in input, headers and failures leave by no door',
    ],
    [
      'portarium.security.no-secrets.errors',
      'No secret appears in an error that a tool gives back.',
      'packages/portarium/test/tools/protocol.test.ts > a failing client is -32603 with a kind, and no secret is in it',
    ],
    [
      'portarium.security.credentials-by-client',
      'Credentials are added by the client implementation, never by tool arguments.',
      'packages/portarium/test/tools/rest-connection.test.ts > tries again with the same key until the server answers, and sends the credentials',
      'packages/portarium/test/bin/transports.test.ts > speaks for a key over the REST API of another process',
    ],
    [
      'portarium.security.restrict-workspace',
      'Tools can be restricted for one workspace by the allowed set.',
      'packages/portarium/test/bin/transports.test.ts > A4 and R4: agents are not offered decisions, and an exposure policy counts from the next request, for its workspace and roles',
    ],
    [
      'portarium.security.restrict-role',
      'Tools can be restricted for one role by the allowed set.',
      'packages/portarium/test/bin/transports.test.ts > A4 and R4: agents are not offered decisions, and an exposure policy counts from the next request, for its workspace and roles',
    ],
  ]),
  ...statements({ seed, gap, section: 'Test Expectations' }, [
    [
      'portarium.expect.initialize',
      'The answer to initialize carries the name and version of the server.',
      'packages/portarium/test/tools/protocol.test.ts > initialize with %s is answered with server info',
    ],
    [
      'portarium.expect.list-all',
      'tools/list gives all seven tools when nothing is filtered.',
      'packages/portarium/test/tools/protocol.test.ts > tools/list gives seven tools in the order of the specification, with open schemas',
    ],
    [
      'portarium.expect.list-subset',
      'tools/list gives exactly the allowed subset when one is configured.',
      'packages/portarium/test/tools/protocol.test.ts > only allowed tools are listed and callable, and hidden ones look like unknown ones',
    ],
    [
      'portarium.expect.dispatch',
      'Each of the seven tools reaches its own client method and no other.',
      'packages/portarium/test/tools/protocol.test.ts > %s calls %s once with exactly what it was given',
    ],
    [
      'portarium.expect.missing-params',
      'The error for missing arguments is structured and says which are missing.',
      'packages/portarium/test/tools/protocol.test.ts > %s without %s is -32603 with structured data and nothing is dispatched',
      'packages/portarium/test/tools/protocol.test.ts > all missing arguments are named at once',
    ],
    [
      'portarium.expect.client-failure',
      'A failing client method gives a JSON-RPC internal error.',
      'packages/portarium/test/tools/protocol.test.ts > a failing client is -32603 with a kind, and no secret is in it',
    ],
    [
      'portarium.expect.filtered-not-callable',
      'Calling a filtered tool is refused and nothing is dispatched.',
      'packages/portarium/test/tools/protocol.test.ts > only allowed tools are listed and callable, and hidden ones look like unknown ones',
    ],
  ]),
];
