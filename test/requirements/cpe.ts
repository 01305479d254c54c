import { type Requirement, statements } from './statement.js';

const seed = ['002'] as const;
const gap = 'issue 7';

/** Seed 002: the client that drives any MCP server. Where the seed names Go, what counts is what a user would notice. */
export const cpe: readonly Requirement[] = [
  ...statements({ seed, gap, section: 'Overview' }, [
    [
      'cpe.overview.client',
      'cpe connects to MCP servers as a client and uses their tools.',
      'packages/cpe/test/agent/prompt.test.ts > runs two rounds of tools and prints the final text alone on stdout (A7)',
      'packages/cpe/test/commands/mcp.test.ts > prints the text of a real process to a real stdout',
    ],
    [
      'cpe.overview.several-servers',
      'Several servers can be connected at the same time.',
      'packages/cpe/test/host/discovery.test.ts > are offered in the order of the file, whoever answers first',
      'packages/cpe/test/host/discovery.test.ts > http and sse servers of both eras are connected beside a process',
    ],
    [
      'cpe.overview.transports',
      'Servers can be reached by stdio, streamable HTTP and SSE.',
      'packages/cpe/test/host/discovery.test.ts > http and sse servers of both eras are connected beside a process',
    ],
    [
      'cpe.overview.filtering',
      'Which tools are used can be chosen per server, by a white list or a black list.',
      'packages/cpe/test/host/discovery.test.ts > a white list',
      'packages/cpe/test/host/discovery.test.ts > a black list',
    ],
    [
      'cpe.overview.code-mode',
      'Tools can be composed in code.',
      'packages/cpe/test/agent/prompt.test.ts > a program over two servers is one turn of the model, and excluded tools stay direct (A8)',
      'packages/cpe/test/codemode/real-servers.test.ts > calls two of them in a loop in one execution, and an excluded tool stays direct (A8)',
    ],
    [
      'cpe.overview.event-forwarding',
      'What subagents do can be observed from the parent.',
      'packages/cpe/test/events/subagents.test.ts > of subagents report to the root, each line behind the names of its callers (A11)',
    ],
  ]),
  ...statements({ seed, gap, section: 'Configuration' }, [
    [
      'cpe.config.section',
      'Servers are described under mcpServers in the configuration file.',
      'packages/cpe/test/commands/mcp.test.ts > prints what the seed shows',
    ],
    [
      'cpe.config.names',
      'Each server has a name of its own.',
      'packages/cpe/test/commands/mcp.test.ts > prints what the seed shows',
      'packages/cpe/test/config/validation.test.ts > learns the place of %s',
    ],
    [
      'cpe.config.own-settings',
      'Each server has its own connection and filter settings.',
      'packages/cpe/test/commands/mcp.test.ts > prints what the seed shows',
      'packages/cpe/test/host/discovery.test.ts > apply before duplicates are looked for, and to their own server only',
    ],
    [
      'cpe.config.yaml',
      'The configuration file is YAML.',
      'packages/cpe/test/commands/mcp.test.ts > prints what the seed shows',
    ],
    [
      'cpe.config.version',
      'The file carries version "1.0".',
      'packages/cpe/test/commands/mcp.test.ts > prints what the seed shows',
    ],
    [
      'cpe.config.env-expansion',
      'A variable named in a value, with a dollar sign and braces, is replaced from the environment, in headers for instance.',
      'packages/cpe/test/config/expansion.test.ts > %s becomes %s',
    ],
    [
      'cpe.config.type',
      'type is required and says which transport is used.',
      'packages/cpe/test/config/validation.test.ts > allow %s',
      'packages/cpe/test/config/validation.test.ts > type is required',
    ],
    [
      'cpe.config.command',
      'command is the program of a stdio server and required there.',
      'packages/cpe/test/config/validation.test.ts > allow %s',
      'packages/cpe/test/config/validation.test.ts > stdio needs a command',
    ],
    [
      'cpe.config.args',
      'args is an optional list of arguments for the command.',
      'packages/cpe/test/host/transports.test.ts > gets its arguments without a shell in between',
      'packages/cpe/test/config/validation.test.ts > allow %s',
    ],
    [
      'cpe.config.url',
      'url is the address of an http or sse server and required there.',
      'packages/cpe/test/config/validation.test.ts > allow %s',
      'packages/cpe/test/config/validation.test.ts > sse needs a url',
      'packages/cpe/test/config/validation.test.ts > http needs a url',
    ],
    [
      'cpe.config.env',
      'env optionally adds environment variables for a stdio server.',
      'packages/cpe/test/host/calls.test.ts > is inherited, then configured, then the event address',
      'packages/cpe/test/config/validation.test.ts > allow %s',
    ],
    [
      'cpe.config.headers',
      'headers optionally adds HTTP headers for an http or sse server.',
      'packages/cpe/test/host/transports.test.ts > an http server gets the configured headers',
      'packages/cpe/test/host/transports.test.ts > an sse server gets the configured headers with every request',
      'packages/cpe/test/config/validation.test.ts > allow %s',
    ],
    [
      'cpe.config.timeout',
      'timeout is an optional number of seconds for connecting.',
      'packages/cpe/test/commands/failures.test.ts > because it stays silent is given up at its timeout',
    ],
    [
      'cpe.config.timeout.default',
      'timeout is 60 when left out.',
      'packages/cpe/test/config/validation.test.ts > timeout is 60 when left out',
    ],
    [
      'cpe.config.enabled-tools',
      'enabledTools is an optional list of the tools to use.',
      'packages/cpe/test/host/discovery.test.ts > a white list',
      'packages/cpe/test/host/discovery.test.ts > without one all tools are there',
    ],
    [
      'cpe.config.disabled-tools',
      'disabledTools is an optional list of the tools not to use.',
      'packages/cpe/test/host/discovery.test.ts > a black list',
      'packages/cpe/test/host/discovery.test.ts > without one all tools are there',
    ],
  ]),
  ...statements({ seed, gap, section: 'Transport Types: stdio' }, [
    [
      'cpe.stdio.child',
      'A stdio server is started as a child process and spoken to over its stdin and stdout.',
      'packages/kernel/test/client/stdio-handshake.test.ts > reaches %s',
      'packages/kernel/test/client/stdio-lifetime.test.ts > leaves nothing of %s',
    ],
    [
      'cpe.stdio.inherits-env',
      'The child gets the whole environment of cpe.',
      'packages/cpe/test/host/calls.test.ts > is inherited, then configured, then the event address',
      'packages/kernel/test/client/calls.test.ts > the environment of this process and that of the configuration reach the server',
    ],
    [
      'cpe.stdio.extra-env',
      'The configured variables are added to the inherited ones and win over them.',
      'packages/cpe/test/host/calls.test.ts > is inherited, then configured, then the event address',
    ],
    [
      'cpe.stdio.stderr',
      'What the child writes to stderr appears on the stderr of cpe.',
      'packages/cpe/test/commands/mcp.test.ts > what servers write to stderr appears with their name',
    ],
    [
      'cpe.stdio.logging-address',
      'CPE_SUBAGENT_LOGGING_ADDRESS is put into the environment of the child.',
      'packages/cpe/test/host/calls.test.ts > is inherited, then configured, then the event address',
    ],
    [
      'cpe.stdio.args',
      'The command is run with the configured arguments, without a shell in between.',
      'packages/cpe/test/host/transports.test.ts > gets its arguments without a shell in between',
    ],
  ]),
  ...statements({ seed, gap, section: 'Transport Types: http and sse' }, [
    [
      'cpe.http.streamable',
      'An http server is spoken to by the streamable HTTP transport.',
      'packages/kernel/test/client/http.test.ts > %s is listed and called, with the headers of the configuration',
      'packages/cpe/test/host/discovery.test.ts > http and sse servers of both eras are connected beside a process',
    ],
    [
      'cpe.http.headers',
      'Configured headers are sent to an http server.',
      'packages/cpe/test/host/transports.test.ts > an http server gets the configured headers',
    ],
    [
      'cpe.sse.transport',
      'An sse server is spoken to by the SSE transport.',
      'packages/kernel/test/client/http.test.ts > a server is listed and called',
      'packages/cpe/test/host/discovery.test.ts > http and sse servers of both eras are connected beside a process',
    ],
    [
      'cpe.sse.headers',
      'Configured headers are sent to an sse server.',
      'packages/cpe/test/host/transports.test.ts > an sse server gets the configured headers with every request',
    ],
  ]),
  ...statements({ seed, gap, section: 'Tool Filtering' }, [
    [
      'cpe.filter.per-server',
      'Filters apply to the tools of their own server only.',
      'packages/cpe/test/host/discovery.test.ts > apply before duplicates are looked for, and to their own server only',
    ],
    [
      'cpe.filter.enabled-only',
      'With enabledTools only the named tools are available.',
      'packages/cpe/test/host/discovery.test.ts > a white list',
    ],
    [
      'cpe.filter.enabled-hides',
      'With enabledTools every other tool is hidden from the model.',
      'packages/cpe/test/statements.test.ts > gets name, description and input schema of what the filter lets through, and no other tool',
    ],
    [
      'cpe.filter.disabled-except',
      'With disabledTools every tool but the named ones is available.',
      'packages/cpe/test/host/discovery.test.ts > a black list',
    ],
    [
      'cpe.filter.exclusive',
      'Both lists for one server are refused.',
      'packages/cpe/test/config/validation.test.ts > the lists exclude each other',
    ],
    [
      'cpe.filter.none',
      'With neither list all tools of the server are available.',
      'packages/cpe/test/host/discovery.test.ts > without one all tools are there',
    ],
  ]),
  ...statements({ seed, gap, section: 'Connection Lifecycle' }, [
    [
      'cpe.connect.transport-by-type',
      'The type of a server decides its transport.',
      'packages/cpe/test/host/discovery.test.ts > http and sse servers of both eras are connected beside a process',
    ],
    [
      'cpe.connect.client-name',
      'cpe introduces itself with the name cpe.',
      'packages/cpe/test/host/calls.test.ts > servers learn that the client is cpe',
    ],
    [
      'cpe.connect.client-title',
      'cpe introduces itself with the title CPE.',
      'packages/cpe/test/host/calls.test.ts > servers learn that the client is cpe',
    ],
    [
      'cpe.connect.client-version',
      'cpe introduces itself with its own version.',
      'packages/cpe/test/host/calls.test.ts > servers learn that the client is cpe',
    ],
    [
      'cpe.connect.discovery',
      'After connecting, the tools of the server are listed, over several pages if need be.',
      'packages/cpe/test/host/discovery.test.ts > are offered in the order of the file, whoever answers first',
      'packages/cpe/test/host/discovery.test.ts > with an endless cursor ends',
    ],
    [
      'cpe.session.lifetime',
      'A session lives as long as the invocation of cpe.',
      'packages/cpe/test/host/calls.test.ts > live as long as the host',
      'packages/cpe/test/agent/prompt.test.ts > %s connections: a counter server counts %j (A9)',
    ],
    [
      'cpe.session.per-callback',
      'A tool is called on the session it was found on.',
      'packages/cpe/test/host/discovery.test.ts > with one name are offered once; the first in the file wins, with the warning of the seed',
    ],
    [
      'cpe.session.closed',
      'Sessions are closed in order when cpe ends.',
      'packages/cpe/test/statements.test.ts > are closed so that a server can leave by itself when cpe ends',
      'packages/kernel/test/client/stdio-lifetime.test.ts > leaves nothing of %s',
    ],
    // This and the next two hold with codeMode.connections: fresh; the issue makes shared connections the default.
    [
      'cpe.session.code-mode.fresh',
      'In code mode each execution connects anew.',
      'packages/cpe/test/codemode/real-servers.test.ts > uses %s connections (A9)',
      'packages/cpe/test/agent/prompt.test.ts > %s connections: a counter server counts %j (A9)',
    ],
    [
      'cpe.session.code-mode.needed',
      'In code mode only the servers of the tools being used are connected.',
      'packages/cpe/test/statements.test.ts > of programs that connect anew are opened for the servers they use only, and closed at their end',
    ],
    [
      'cpe.session.code-mode.closed',
      'In code mode all sessions are closed when the execution ends.',
      'packages/cpe/test/statements.test.ts > of programs that connect anew are opened for the servers they use only, and closed at their end',
      'packages/cpe/test/codemode/real-servers.test.ts > uses %s connections (A9)',
    ],
    [
      'cpe.session.code-mode.subprocess',
      'In code mode tools are called from a process of its own.',
      'packages/codemode/test/escape.test.ts > has an empty environment, no secret in its arguments, its own group, and is gone afterwards (K16)',
    ],
    [
      'cpe.session.code-mode.clean',
      'In code mode no state of one execution reaches the next.',
      'packages/codemode/test/execute.test.ts > leaves nothing to the next one',
      'packages/cpe/test/agent/prompt.test.ts > %s connections: a counter server counts %j (A9)',
    ],
    [
      'cpe.session.code-mode.stateless',
      'Code mode works reliably with servers that keep no state.',
      'packages/cpe/test/codemode/real-servers.test.ts > calls two of them in a loop in one execution, and an excluded tool stays direct (A8)',
      'packages/cpe/test/statements.test.ts > of programs that connect anew are opened for the servers they use only, and closed at their end',
    ],
    [
      'cpe.shutdown.calls',
      'On SIGINT or SIGTERM, running tool calls are cancelled.',
      'packages/cpe/test/commands/signals.test.ts > SIGINT tells the server that the call is cancelled',
      'packages/cpe/test/commands/signals.test.ts > %s ends cpe and all processes of a server (%s)',
      'packages/cpe/test/agent/prompt.test.ts > Ctrl-C cancels the call, ends the servers, keeps what was said and exits with 130',
    ],
    [
      'cpe.shutdown.sessions',
      'On SIGINT or SIGTERM, sessions are closed.',
      'packages/cpe/test/commands/signals.test.ts > %s ends cpe and all processes of a server (%s)',
      'packages/cpe/test/agent/prompt.test.ts > Ctrl-C cancels the call, ends the servers, keeps what was said and exits with 130',
    ],
    [
      'cpe.shutdown.children',
      'On SIGINT or SIGTERM, the children behind stdio servers are told too and do not stay behind.',
      'packages/cpe/test/commands/signals.test.ts > %s ends cpe and all processes of a server (%s)',
    ],
    [
      'cpe.shutdown.cancellation',
      'A cancelled operation ends the same way as a signal.',
      'packages/cpe/test/statements.test.ts > end in the same way when an operation is cancelled as after a signal',
      'packages/cpe/test/host/discovery.test.ts > stops the others when cancelled, and nothing is left running',
    ],
  ]),
  ...statements({ seed, gap, section: 'Tool Discovery' }, [
    [
      'cpe.discovery.every-server',
      'Tools are gathered from every configured server.',
      'packages/cpe/test/host/discovery.test.ts > are offered in the order of the file, whoever answers first',
      'packages/cpe/test/host/discovery.test.ts > http and sse servers of both eras are connected beside a process',
    ],
    [
      'cpe.discovery.filtered',
      'The filter is applied to what a server lists.',
      'packages/cpe/test/host/discovery.test.ts > a white list',
      'packages/cpe/test/host/discovery.test.ts > a black list',
    ],
    [
      'cpe.discovery.duplicates',
      'A name offered by several servers is noticed.',
      'packages/cpe/test/host/discovery.test.ts > with one name are offered once; the first in the file wins, with the warning of the seed',
    ],
    [
      'cpe.discovery.callable',
      'Every tool that was kept can be called.',
      'packages/cpe/test/host/calls.test.ts > are valid, unique and call the right tool',
      'packages/cpe/test/host/discovery.test.ts > http and sse servers of both eras are connected beside a process',
    ],
    [
      'cpe.schema.input-to-model',
      'The input schema of a tool reaches the model unchanged in meaning.',
      'packages/cpe/test/statements.test.ts > gets name, description and input schema of what the filter lets through, and no other tool',
    ],
    [
      'cpe.schema.code-input',
      'In code mode an input schema becomes a named input type.',
      'packages/codemode/test/declarations.test.ts > name the input type of every tool, and the output type of every tool that declares one',
    ],
    [
      'cpe.schema.code-output',
      'In code mode an output schema becomes a named output type.',
      'packages/codemode/test/declarations.test.ts > name the input type of every tool, and the output type of every tool that declares one',
    ],
    [
      'cpe.schema.code-output-text',
      'In code mode a tool without an output schema gives text.',
      'packages/codemode/test/execute.test.ts > gets structured content where a schema promises it, and text elsewhere',
      'packages/cpe/test/codemode/code-desc.test.ts > cpe mcp code-desc shows the description and the tokens of each form',
    ],
    [
      'cpe.duplicates.first-wins',
      'Of several tools with one name only the first is registered.',
      'packages/cpe/test/host/discovery.test.ts > with one name are offered once; the first in the file wins, with the warning of the seed',
    ],
    [
      'cpe.duplicates.warning',
      'The warning names the tool, the server that was skipped and the server that has it already.',
      'packages/cpe/test/host/discovery.test.ts > with one name are offered once; the first in the file wins, with the warning of the seed',
    ],
    [
      'cpe.duplicates.warning-text',
      'The warning reads: skipping duplicate tool name, in which server, already registered from which server.',
      'packages/cpe/test/commands/failures.test.ts > that offer one tool give the warning line of the seed',
    ],
    [
      'cpe.duplicates.continues',
      'After a duplicate the remaining tools are still processed.',
      'packages/cpe/test/host/discovery.test.ts > with one name are offered once; the first in the file wins, with the warning of the seed',
    ],
    [
      'cpe.registration.name',
      'A tool is registered with the model under its name.',
      'packages/cpe/test/statements.test.ts > gets name, description and input schema of what the filter lets through, and no other tool',
    ],
    [
      'cpe.registration.description',
      'A tool is registered with its description.',
      'packages/cpe/test/statements.test.ts > gets name, description and input schema of what the filter lets through, and no other tool',
    ],
    [
      'cpe.registration.schema',
      'A tool is registered with its input schema.',
      'packages/cpe/test/statements.test.ts > gets name, description and input schema of what the filter lets through, and no other tool',
    ],
    [
      'cpe.registration.printer',
      'The results of tools are printed for the user as they come.',
      'packages/cpe/test/agent/prompt.test.ts > runs two rounds of tools and prints the final text alone on stdout (A7)',
    ],
  ]),
  ...statements({ seed, gap, section: 'Tool Execution' }, [
    [
      'cpe.call.by-name',
      'A tool the model asks for is found by its name.',
      'packages/cpe/test/agent/prompt.test.ts > runs two rounds of tools and prints the final text alone on stdout (A7)',
      'packages/cpe/test/host/calls.test.ts > are valid, unique and call the right tool',
    ],
    [
      'cpe.call.parameters',
      'The JSON the model gives is parsed and passed on as arguments.',
      'packages/cpe/test/agent/prompt.test.ts > runs two rounds of tools and prints the final text alone on stdout (A7)',
    ],
    [
      'cpe.call.id',
      'The id of the model’s call stays with its result.',
      'packages/cpe/test/agent/prompt.test.ts > runs two rounds of tools and prints the final text alone on stdout (A7)',
    ],
    [
      'cpe.call.result-message',
      'The result is added to the dialogue as a tool result.',
      'packages/cpe/test/agent/prompt.test.ts > runs two rounds of tools and prints the final text alone on stdout (A7)',
    ],
    [
      'cpe.call.text',
      'Text in a result is passed on.',
      'packages/cpe/test/agent/prompt.test.ts > runs two rounds of tools and prints the final text alone on stdout (A7)',
      'packages/cpe/test/host/calls.test.ts > of every kind reaches the model, in its order',
    ],
    [
      'cpe.call.image',
      'An image in a result is passed on.',
      'packages/cpe/test/agent/prompt.test.ts > an image of a tool reaches the model as an image; a recording becomes a file and a note (A12)',
      'packages/cpe/test/host/calls.test.ts > of every kind reaches the model, in its order',
    ],
    [
      'cpe.call.blocks',
      'Several blocks in a result stay several and in order.',
      'packages/cpe/test/host/calls.test.ts > of every kind reaches the model, in its order',
    ],
    // With resourceLinks: error; the issue makes text the default, because a link is no failure in the protocol.
    [
      'cpe.call.resource-link',
      'A resource link in a result gives an error.',
      'packages/cpe/test/host/calls.test.ts > come %s',
    ],
    [
      'cpe.code-mode.functions',
      'Tools become functions with types in code mode.',
      'packages/cpe/test/codemode/code-desc.test.ts > cpe mcp code-desc shows the description and the tokens of each form',
      'packages/codemode/test/type-check.test.ts > %s is a type error, and no tool sees a call (K2)',
    ],
    [
      'cpe.code-mode.loops',
      'Loops, conditions and composition over tools work in code mode.',
      'packages/codemode/test/execute.test.ts > of a hundred tool calls with loops and conditions is one execution',
      'packages/cpe/test/agent/prompt.test.ts > a program over two servers is one turn of the model, and excluded tools stay direct (A8)',
    ],
    [
      'cpe.code-mode.tool',
      'The model runs code through one tool.',
      'packages/cpe/test/agent/prompt.test.ts > a program over two servers is one turn of the model, and excluded tools stay direct (A8)',
    ],
    [
      'cpe.code-mode.enabled',
      'codeMode.enabled switches code mode on.',
      'packages/cpe/test/agent/prompt.test.ts > a program over two servers is one turn of the model, and excluded tools stay direct (A8)',
    ],
    [
      'cpe.code-mode.excluded',
      'codeMode.excludedTools names tools that stay normal tools.',
      'packages/cpe/test/agent/prompt.test.ts > a program over two servers is one turn of the model, and excluded tools stay direct (A8)',
      'packages/cpe/test/codemode/real-servers.test.ts > calls two of them in a loop in one execution, and an excluded tool stays direct (A8)',
    ],
    [
      'cpe.code-mode.excluded-calls',
      'An excluded tool is called by the normal flow, on a lasting session.',
      'packages/cpe/test/statements.test.ts > calls an excluded tool on a lasting session, also when programs connect anew',
    ],
    [
      'cpe.code-mode.defaults',
      'Code mode can be configured under defaults.',
      'packages/cpe/test/agent/prompt.test.ts > a program over two servers is one turn of the model, and excluded tools stay direct (A8)',
    ],
  ]),
  ...statements({ seed, gap, section: 'Error Handling' }, [
    [
      'cpe.error.transport',
      'A transport that cannot be made ends with an error at once that says why.',
      'packages/cpe/test/commands/failures.test.ts > because the command does not exist is named, with PATH',
    ],
    [
      'cpe.error.connection',
      'A connection that cannot be made ends with an error at once.',
      'packages/cpe/test/commands/failures.test.ts > because it exits at once is told with exit code and last words',
      'packages/cpe/test/commands/failures.test.ts > because nobody listens says so',
      'packages/cpe/test/host/discovery.test.ts > ends everything, and nothing is left running',
    ],
    [
      'cpe.error.listing',
      'A server that connects but fails to list its tools is a warning.',
      'packages/cpe/test/host/discovery.test.ts > that fails on one server is a warning; the other’s tools work',
      'packages/cpe/test/commands/failures.test.ts > of which one fails to list give a warning, and the others work',
    ],
    [
      'cpe.error.all-failed',
      'When no server could register tools, that is an error.',
      'packages/cpe/test/host/discovery.test.ts > that fails on all servers is an error, and nothing is left running',
    ],
    [
      'cpe.error.json',
      'Arguments that are not JSON give an error to the model.',
      'packages/cpe/test/agent/prompt.test.ts > an unknown tool and broken arguments get corrective results, quoting what came (M2, M3)',
    ],
    [
      'cpe.error.protocol',
      'A protocol error of the server gives an error to the model.',
      'packages/cpe/test/host/calls.test.ts > because the server says no is a result in the words of the seed',
      'packages/cpe/test/statements.test.ts > gets a call that never came to an answer as a result, and goes on',
    ],
    [
      'cpe.error.is-error',
      'A result marked as an error is shown to the model as one.',
      'packages/cpe/test/statements.test.ts > gets the error of a tool marked as one, and goes on',
      'packages/cpe/test/host/calls.test.ts > because the tool says so is an error with its own words',
    ],
    [
      'cpe.error.as-result',
      'Errors are given to the model as tool results, so that it can go on.',
      'packages/cpe/test/statements.test.ts > gets a call that never came to an answer as a result, and goes on',
      'packages/cpe/test/statements.test.ts > gets the error of a tool marked as one, and goes on',
      'packages/cpe/test/agent/prompt.test.ts > an unknown tool and broken arguments get corrective results, quoting what came (M2, M3)',
    ],
    [
      'cpe.error.text',
      'The text of such an error names the server and the tool and says what went wrong.',
      'packages/cpe/test/host/calls.test.ts > because the server says no is a result in the words of the seed',
      'packages/cpe/test/statements.test.ts > gets a call that never came to an answer as a result, and goes on',
    ],
  ]),
  ...statements({ seed, gap, section: 'Client Mode vs Server Mode' }, [
    [
      'cpe.mode.client-default',
      'Without further ado cpe is a client.',
      'packages/cpe/test/agent/prompt.test.ts > runs two rounds of tools and prints the final text alone on stdout (A7)',
    ],
    [
      'cpe.mode.serve',
      'cpe mcp serve makes cpe a server itself.',
      'packages/cpe/test/agent/serve.test.ts > is one tool to any client, and its answer is text (A10)',
    ],
    [
      'cpe.mode.serve.one-tool',
      'As a server, cpe offers one configured subagent as one tool.',
      'packages/cpe/test/agent/serve.test.ts > is one tool to any client, and its answer is text (A10)',
    ],
    [
      'cpe.mode.serve.stdio',
      'As a server, cpe speaks stdio with its parent.',
      'packages/cpe/test/agent/serve.test.ts > is one tool to any client, and its answer is text (A10)',
    ],
    [
      'cpe.transport.empty-type',
      'A transport can be made without a type; it is stdio then.',
      'packages/cpe/test/host/transports.test.ts > is what a server without a type is, for programs that describe one',
    ],
    [
      'cpe.transport.stdio-env',
      'The transport for stdio carries the inherited and the added environment.',
      'packages/cpe/test/host/calls.test.ts > is inherited, then configured, then the event address',
    ],
    [
      'cpe.transport.http-client',
      'The transports for http and sse carry the client with the configured headers.',
      'packages/cpe/test/host/transports.test.ts > an http server gets the configured headers',
      'packages/cpe/test/host/transports.test.ts > an sse server gets the configured headers with every request',
    ],
  ]),
  ...statements({ seed, gap, section: 'CLI Commands' }, [
    [
      'cpe.cli.list-servers',
      'cpe mcp list-servers lists all configured servers.',
      'packages/cpe/test/commands/mcp.test.ts > prints what the seed shows',
    ],
    [
      'cpe.cli.list-servers.heading',
      'The list begins with a heading that says these are the configured MCP servers.',
      'packages/cpe/test/commands/mcp.test.ts > prints what the seed shows',
    ],
    [
      'cpe.cli.list-servers.line',
      'Each server is shown with name, type and timeout in seconds.',
      'packages/cpe/test/commands/mcp.test.ts > prints what the seed shows',
    ],
    [
      'cpe.cli.list-servers.command',
      'A stdio server is shown with its command and arguments.',
      'packages/cpe/test/commands/mcp.test.ts > prints what the seed shows',
    ],
    [
      'cpe.cli.list-servers.url',
      'An http or sse server is shown with its URL.',
      'packages/cpe/test/commands/mcp.test.ts > prints what the seed shows',
    ],
    [
      'cpe.cli.info',
      'cpe mcp info connects to the named server and says so.',
      'packages/cpe/test/commands/mcp.test.ts > says that it is connected, then what the server says about itself',
    ],
    [
      'cpe.cli.info.text',
      'The line names the server it connected to.',
      'packages/cpe/test/commands/mcp.test.ts > says that it is connected, then what the server says about itself',
    ],
    [
      'cpe.cli.list-tools',
      'cpe mcp list-tools lists the tools of the named server.',
      'packages/cpe/test/commands/mcp.test.ts > shows the filter, the counts and the tools',
    ],
    [
      'cpe.cli.list-tools.filter',
      'The list shows the filter mode and how many tools it lets through.',
      'packages/cpe/test/commands/mcp.test.ts > shows the filter, the counts and the tools',
    ],
    [
      'cpe.cli.list-tools.names',
      'The list shows names and descriptions.',
      'packages/cpe/test/commands/mcp.test.ts > shows the filter, the counts and the tools',
    ],
    [
      'cpe.cli.list-tools.input',
      'The list shows input schemas as JSON.',
      'packages/cpe/test/commands/mcp.test.ts > shows the filter, the counts and the tools',
    ],
    [
      'cpe.cli.list-tools.output',
      'The list shows output schemas where there are any.',
      'packages/cpe/test/commands/mcp.test.ts > shows output schemas where there are any',
    ],
    [
      'cpe.cli.list-tools.show-all',
      '--show-all shows filtered tools too.',
      'packages/cpe/test/commands/mcp.test.ts > --show-all',
    ],
    [
      'cpe.cli.list-tools.show-filtered',
      '--show-filtered shows only the filtered ones.',
      'packages/cpe/test/commands/mcp.test.ts > --show-filtered',
    ],
    [
      'cpe.cli.call-tool',
      'cpe mcp call-tool calls one tool directly.',
      'packages/cpe/test/commands/mcp.test.ts > prints %j byte by byte',
    ],
    [
      'cpe.cli.call-tool.server',
      '--server names the server.',
      'packages/cpe/test/commands/mcp.test.ts > prints %j byte by byte',
      'packages/cpe/test/commands/mcp.test.ts > knows no other servers than the configured ones',
    ],
    [
      'cpe.cli.call-tool.tool',
      '--tool names the tool.',
      'packages/cpe/test/commands/mcp.test.ts > prints %j byte by byte',
      'packages/cpe/test/commands/mcp.test.ts > exits with 5 for a tool that does not exist or is filtered out',
    ],
    [
      'cpe.cli.call-tool.args',
      '--args takes the arguments as JSON.',
      'packages/cpe/test/commands/mcp.test.ts > prints %j byte by byte',
      'packages/cpe/test/commands/mcp.test.ts > explains arguments %s',
    ],
    [
      'cpe.cli.call-tool.stdout',
      'The result goes to standard output.',
      'packages/cpe/test/commands/mcp.test.ts > prints the text of a real process to a real stdout',
    ],
  ]),
  ...statements({ seed, gap, section: 'Subagent Event Forwarding' }, [
    [
      'cpe.events.endpoint',
      'The parent listens for events over HTTP on localhost only.',
      'packages/cpe/test/events/endpoint.test.ts > listens on the loopback address only, behind a secret',
      'packages/cpe/test/statements.test.ts > events are taken on the address of localhost and on no other',
    ],
    [
      'cpe.events.address',
      'Children learn the address from CPE_SUBAGENT_LOGGING_ADDRESS.',
      'packages/cpe/test/events/subagents.test.ts > of subagents report to the root, each line behind the names of its callers (A11)',
      'packages/cpe/test/host/calls.test.ts > is inherited, then configured, then the event address',
    ],
    [
      'cpe.events.post',
      'Children post their events to that address.',
      'packages/cpe/test/events/subagents.test.ts > of subagents report to the root, each line behind the names of its callers (A11)',
      'packages/cpe/test/events/endpoint.test.ts > numbers its events and says who it works for',
    ],
    [
      'cpe.events.stderr',
      'The parent prints events on stderr.',
      'packages/cpe/test/events/subagents.test.ts > of subagents report to the root, each line behind the names of its callers (A11)',
    ],
    [
      'cpe.events.prefix',
      'Printed events begin with the name of the subagent.',
      'packages/cpe/test/events/subagents.test.ts > of subagents report to the root, each line behind the names of its callers (A11)',
      'packages/cpe/test/events/endpoint.test.ts > has the names of all callers before it',
    ],
    [
      'cpe.events.tool-call',
      'A tool call is an event, with its timeout.',
      'packages/cpe/test/statements.test.ts > a thought, a call with its timeout and its result are told while the subagent still works',
    ],
    [
      'cpe.events.tool-result',
      'A tool result is an event.',
      'packages/cpe/test/statements.test.ts > a thought, a call with its timeout and its result are told while the subagent still works',
      'packages/cpe/test/events/subagents.test.ts > of subagents report to the root, each line behind the names of its callers (A11)',
    ],
    [
      'cpe.events.thought',
      'A thought of the model is an event.',
      'packages/cpe/test/statements.test.ts > a thought, a call with its timeout and its result are told while the subagent still works',
    ],
    [
      'cpe.events.start',
      'The start of a subagent is an event.',
      'packages/cpe/test/events/subagents.test.ts > of subagents report to the root, each line behind the names of its callers (A11)',
    ],
    [
      'cpe.events.end',
      'The end of a subagent is an event.',
      'packages/cpe/test/events/subagents.test.ts > of subagents report to the root, each line behind the names of its callers (A11)',
    ],
    [
      'cpe.events.real-time',
      'Events appear while the subagent works.',
      'packages/cpe/test/statements.test.ts > a thought, a call with its timeout and its result are told while the subagent still works',
    ],
  ]),
  ...statements({ seed, gap, section: 'Implementation Notes' }, [
    [
      'cpe.notes.sequential',
      'Servers are asked for their tools one after another, in a fixed order.',
      'packages/cpe/test/host/discovery.test.ts > are asked for one server after another, in the order of the file',
    ],
    [
      'cpe.notes.own-session',
      'Each tool holds the session it belongs to.',
      'packages/cpe/test/host/discovery.test.ts > with one name are offered once; the first in the file wins, with the warning of the seed',
    ],
    [
      'cpe.notes.concurrent',
      'Concurrent calls on one session each get their own answer.',
      'packages/cpe/test/host/calls.test.ts > twenty calls at once on one session each get their own answer',
    ],
    [
      'cpe.notes.env-order',
      'Variables are set in the order inherited, configured, logging address; later ones win.',
      'packages/cpe/test/host/calls.test.ts > is inherited, then configured, then the event address',
    ],
    [
      'cpe.notes.env-only-if-set',
      'The logging address is added only when there is one.',
      'packages/cpe/test/host/calls.test.ts > has the event address only when there is one and the server wants it',
    ],
    [
      'cpe.notes.headers-each-request',
      'Configured headers are set on every request.',
      'packages/cpe/test/statements.test.ts > an http server gets the configured headers with every request',
      'packages/cpe/test/host/transports.test.ts > an sse server gets the configured headers with every request',
    ],
  ]),
  ...statements({ seed, gap, section: 'Validation' }, [
    [
      'cpe.validate.type-required',
      'A server without a type is refused.',
      'packages/cpe/test/config/validation.test.ts > type is required',
    ],
    [
      'cpe.validate.type-values',
      'A type other than stdio, sse or http is refused.',
      'packages/cpe/test/config/validation.test.ts > type is one of three',
    ],
    [
      'cpe.validate.command',
      'A stdio server without a command is refused.',
      'packages/cpe/test/config/validation.test.ts > stdio needs a command',
    ],
    [
      'cpe.validate.url-stdio',
      'A url for a stdio server is refused.',
      'packages/cpe/test/config/validation.test.ts > stdio has no url',
    ],
    [
      'cpe.validate.url-sse',
      'An sse server without a url is refused.',
      'packages/cpe/test/config/validation.test.ts > sse needs a url',
    ],
    [
      'cpe.validate.url-http',
      'An http server without a url is refused.',
      'packages/cpe/test/config/validation.test.ts > http needs a url',
    ],
    [
      'cpe.validate.url-form',
      'A url that is neither http nor https is refused.',
      'packages/cpe/test/config/validation.test.ts > a url is http or https',
    ],
    [
      'cpe.validate.timeout',
      'A negative timeout is refused.',
      'packages/cpe/test/config/validation.test.ts > a timeout is not negative',
    ],
    [
      'cpe.validate.env',
      'env for a server that is not stdio is refused.',
      'packages/cpe/test/config/validation.test.ts > env is for stdio',
    ],
    [
      'cpe.validate.headers',
      'headers for a stdio server are refused.',
      'packages/cpe/test/config/validation.test.ts > headers are not for stdio',
    ],
    [
      'cpe.validate.enabled-empty',
      'An empty enabledTools is refused.',
      'packages/cpe/test/config/validation.test.ts > a white list is not empty',
    ],
    [
      'cpe.validate.disabled-empty',
      'An empty disabledTools is refused.',
      'packages/cpe/test/config/validation.test.ts > a black list is not empty',
    ],
    [
      'cpe.validate.enabled-with-disabled',
      'enabledTools together with disabledTools is refused.',
      'packages/cpe/test/config/validation.test.ts > the lists exclude each other',
    ],
  ]),
];
