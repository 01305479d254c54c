/**
 * The acceptance scenarios that cpe was built against, by number: happy paths (A), configuration (C), connecting (F),
 * calling (G), signals (S), code mode (K), events (E) and models (M). Each names the tests that play it.
 */
export const scenarios: Readonly<Record<string, readonly string[]>> = {
  A1: [
    'commands/mcp.test.ts > prints what the seed shows',
    'commands/mcp.test.ts > masks values, and shows them only when asked to',
  ],
  A2: ['commands/mcp.test.ts > says that it is connected, then what the server says about itself'],
  A3: ['commands/mcp.test.ts > shows the filter, the counts and the tools', 'commands/mcp.test.ts > --show-filtered'],
  A4: [
    'commands/mcp.test.ts > prints %j byte by byte',
    'commands/mcp.test.ts > takes arguments from a file and from stdin',
  ],
  A5: ['host/discovery.test.ts > a white list', 'host/discovery.test.ts > a name that matches no tool is a warning'],
  A6: [
    'host/discovery.test.ts > with one name are offered once; the first in the file wins, with the warning of the seed',
  ],
  A7: ['agent/prompt.test.ts > runs two rounds of tools and prints the final text alone on stdout (A7)'],
  A8: [
    'agent/prompt.test.ts > a program over two servers is one turn of the model, and excluded tools stay direct (A8)',
  ],
  A9: ['agent/prompt.test.ts > %s connections: a counter server counts %j (A9)'],
  A10: [
    'agent/serve.test.ts > is one tool to any client, and its answer is text (A10)',
    'agent/serve.test.ts > checks its answer against the schema and gives it as structured content (A10)',
  ],
  A11: ['events/subagents.test.ts > of subagents report to the root, each line behind the names of its callers (A11)'],
  A12: [
    'agent/prompt.test.ts > an image of a tool reaches the model as an image; a recording becomes a file and a note (A12)',
  ],
  C1: [
    'config/validation.test.ts > the rules of the seed’s validation table',
    'config/validation.test.ts > gets all of them at once, from top to bottom',
  ],
  C2: ['config/validation.test.ts > learns the nearest key: %s'],
  C3: [
    'config/expansion.test.ts > %s is refused at its place',
    'config/expansion.test.ts > an unset one costs only its server when that is not required',
  ],
  C4: ['config/validation.test.ts > the lists exclude each other'],
  C5: [
    'config/validation.test.ts > env is for stdio',
    'config/validation.test.ts > headers are not for stdio',
    'config/validation.test.ts > stdio has no url',
  ],
  C6: ['commands/mcp.test.ts > that is missing names both places'],
  C7: ['config/validation.test.ts > learns the place of %s'],
  C8: ['config/expansion.test.ts > a value arrives as it is, whatever stands in it'],
  F1: ['commands/failures.test.ts > because the command does not exist is named, with PATH'],
  F2: ['commands/failures.test.ts > because it exits at once is told with exit code and last words'],
  F3: ['commands/failures.test.ts > because it stays silent is given up at its timeout'],
  F4: [
    'commands/failures.test.ts > because a wrapper hangs leaves neither it nor its child',
    'commands/failures.test.ts > a wrapper that works leaves neither itself nor its child',
    'commands/signals.test.ts > %s ends cpe and all processes of a server (%s)',
  ],
  F5: ['host/discovery.test.ts > notices text on stdout that is not MCP'],
  F6: ['commands/failures.test.ts > because it %s says so'],
  F7: [
    'host/discovery.test.ts > that fails on one server is a warning; the other’s tools work',
    'host/discovery.test.ts > that fails on all servers is an error, and nothing is left running',
  ],
  F8: ['host/discovery.test.ts > keeps good tools beside malformed ones'],
  F9: ['host/discovery.test.ts > with an endless cursor ends'],
  F10: ['commands/failures.test.ts > because it never says where to write is given up at its timeout'],
  F11: ['commands/failures.test.ts > because of %s has its own message and never shows the token'],
  F12: ['commands/failures.test.ts > because its certificate is self-signed names the cause and the variable'],
  F13: [
    'commands/failures.test.ts > because nobody listens says so',
    'commands/failures.test.ts > because its name is unknown says so',
  ],
  F14: ['host/discovery.test.ts > http and sse servers of both eras are connected beside a process'],
  G1: [
    'host/calls.test.ts > because the server dies names its exit code and last words; the next call starts it again',
  ],
  G2: ['host/calls.test.ts > because it takes too long is cancelled at the server, and a late answer does no harm'],
  G3: ['host/calls.test.ts > progress keeps a slow call alive, and a limit on all of it holds'],
  G4: [
    'host/calls.test.ts > of 12 MB is kept aside too, and of 100 MB refused with the reason; the connection stays and memory is spared',
  ],
  G5: [
    'statements.test.ts > gets the error of a tool marked as one, and goes on',
    'commands/mcp.test.ts > exits with 5 for a tool that fails, with its words on stderr',
  ],
  G6: ['host/calls.test.ts > because the server says no is a result in the words of the seed'],
  G7: ['host/calls.test.ts > %s are explained and not sent', 'commands/mcp.test.ts > explains arguments %s'],
  G8: [
    'host/calls.test.ts > of an unknown kind is left out, and the rest is delivered',
    'host/calls.test.ts > structured content that does not fit its schema is delivered with the rest',
  ],
  G9: ['host/calls.test.ts > come %s', 'host/calls.test.ts > can be followed'],
  G10: ['host/calls.test.ts > because the stream was cut is known at once'],
  G11: ['host/calls.test.ts > twenty calls at once on one session each get their own answer'],
  G12: ['host/calls.test.ts > are valid, unique and call the right tool'],
  S1: [
    'commands/signals.test.ts > SIGINT tells the server that the call is cancelled',
    'commands/signals.test.ts > %s ends cpe and all processes of a server (%s)',
  ],
  S2: ['commands/signals.test.ts > a second SIGINT ends cpe at once, and its guard ends the server'],
  S3: ['commands/signals.test.ts > %s ends cpe and all processes of a server (%s)'],
  S4: ['commands/signals.test.ts > a reader that stops early ends cpe quietly'],
  S5: ['commands/signals.test.ts > SIGKILL of cpe leaves no server behind'],
  K1: ['../../codemode/test/execute.test.ts > of syntax names its line and runs nothing (K1)'],
  K2: [
    '../../codemode/test/type-check.test.ts > %s is a type error, and no tool sees a call (K2)',
    'codemode/real-servers.test.ts > a type error reaches no server (K2)',
  ],
  K3: [
    '../../codemode/test/execute.test.ts > that nobody catches has the right line, in spite of types and comments before it, and the output so far (K3)',
  ],
  K4: ['../../codemode/test/execute.test.ts > catches a tool error as a typed exception (K4)'],
  K5: ['../../codemode/test/execute.test.ts > by an endless loop is the end of the CPU budget (K5)'],
  K6: [
    '../../codemode/test/execute.test.ts > by a tool that never answers is a timeout, and the call is cancelled (K6)',
  ],
  K7: ['../../codemode/test/execute.test.ts > by using all memory with %s ends the program only (K7)'],
  K8: ['../../codemode/test/execute.test.ts > a million lines are shortened and kept (K8)'],
  K9: [
    '../../codemode/test/escape.test.ts > any of the names and constructors that lead out elsewhere',
    '../../codemode/test/escape.test.ts > %s leaves the host and the next program alone',
  ],
  K10: [
    '../../codemode/test/execute.test.ts > five hundred parallel calls run thirty-two at a time, and the next one is refused (K10)',
  ],
  K11: ['../../codemode/test/execute.test.ts > a call that is not awaited is reported and cancelled (K11)'],
  K12: ['../../codemode/test/execute.test.ts > images of tools come back as images (K12)'],
  K13: ['../../codemode/test/escape.test.ts > is ended with its pending calls when the user cancels (K13)'],
  K14: ['../../codemode/test/names.test.ts > refused with advice before anything starts (K14)'],
  K15: ['../../codemode/test/execute.test.ts > an executionTimeout of %d is refused with the range (K15)'],
  K16: [
    '../../codemode/test/escape.test.ts > has an empty environment, no secret in its arguments, its own group, and is gone afterwards (K16)',
  ],
  K17: [
    '../../codemode/test/declarations.test.ts > of recursion in every disguise compile under --strict (K17)',
    '../../codemode/test/declarations.test.ts > declarations of random schemas compile under --strict (K17)',
  ],
  E1: [
    'events/endpoint.test.ts > ends the run when it must not lose events (E1)',
    'events/subagents.test.ts > whose events nobody takes %s (E1)',
  ],
  E2: ['events/endpoint.test.ts > warns once when the endpoint goes away in the middle (E2)'],
  E3: ['events/endpoint.test.ts > gives up on an endpoint that is too slow, without making the run wait (E3)'],
  E4: ['events/endpoint.test.ts > refuses what it must (E4)'],
  E5: ['events/endpoint.test.ts > cannot control the terminal (E5)'],
  E6: ['events/endpoint.test.ts > tells ten runs of twenty events each in their own order, however they arrive (E6)'],
  E7: ['events/subagents.test.ts > do not print their final answer twice (E7)'],
  M1: [
    'agent/retry.test.ts > a step that fails is tried again in one place (M1)',
    'agent/prompt.test.ts > a provider that stays broken ends with exit code 4 and keeps nothing (M1)',
  ],
  M2: [
    'agent/prompt.test.ts > an unknown tool and broken arguments get corrective results, quoting what came (M2, M3)',
  ],
  M3: [
    'agent/prompt.test.ts > an unknown tool and broken arguments get corrective results, quoting what came (M2, M3)',
  ],
  M4: ['agent/prompt.test.ts > a missing key names the variable (M4)'],
};
