import { type Requirement, type Statement, statements } from './statement.js';

const seed = ['000', '001'] as const;
const engine = 'issue 3';
const server = 'issue 4';
const recorded = 'test/golden-tools.test.ts > the tools of %s are as recorded';
const examples =
  'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape';
const listing = 'packages/cobre/test/tools/listing.test.ts';
const argumentsTest = 'packages/cobre/test/tools/arguments.test.ts';
const literal =
  'packages/cobre/test/seeds/schemas.test.ts > lists the input schema of $name, apart from what is named here';
const named = 'packages/cobre/test/seeds/schemas.test.ts > gives $name the deadline it names';
const shaped = 'packages/cobre/test/seeds/examples.test.ts > $name answers in the shape of its example';
const refused =
  'packages/kernel/test/gate/gate.test.ts > reports every violation at once, for zod and for literal schemas';
const refusedHere = 'packages/cobre/test/operations/audit.test.ts > leaves one entry when its words are refused';

/** What the seeds fix for each tool in the same words: its schema is literal, its deadline is a default. */
function toolBasics(tool: string, category: string, deadline: string): readonly Statement[] {
  return [
    [`cobre.${tool}.listed`, `cobre/${tool} is listed under exactly this name.`, examples, recorded],
    [
      `cobre.${tool}.category`,
      `cobre/${tool} belongs to the operations for ${category}.`,
      `${listing} > cobre/${tool} works as the category %s has it: on its kind of directory, with files to show or none`,
    ],
    [
      `cobre.${tool}.input-schema`,
      `The listed input schema of cobre/${tool} equals the seed's, key for key, but for named additions.`,
      literal,
    ],
    [
      `cobre.${tool}.output-schema`,
      `Every success of cobre/${tool} satisfies the seed's output schema.`,
      recorded,
      examples,
      shaped,
    ],
    [
      `cobre.${tool}.additional`,
      `cobre/${tool} refuses arguments its schema does not name.`,
      recorded,
      refused,
      refusedHere,
    ],
    [
      `cobre.${tool}.deadline`,
      `cobre/${tool} has ${deadline}.`,
      `${listing} > cobre/${tool}, for %s, has a default deadline of %i s`,
      named,
    ],
  ];
}

const architecture: readonly Requirement[] = [
  ...statements({ seed, gap: server, section: '1.1 Crate Type and Execution Mode' }, [
    [
      'cobre.architecture.binary',
      'There is a standalone executable cobre-mcp.',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.architecture.subcommand',
      'cobre serve starts the same server.',
      'packages/cobre/test/cli/program.test.ts > is the MCP server',
    ],
    [
      'cobre.architecture.same-server',
      'Both ways of starting offer the same tools, resources and prompts.',
      'packages/cobre/test/tools/process.test.ts > cobre-mcp, cobre serve and cobre serve --transport stdio offer the same tools, resources and prompts',
    ],
    [
      'cobre.architecture.single-process',
      'The server computes in a single process.',
      'packages/cobre/test/tools/process.test.ts > a run is computed in this one process, without any message passing',
    ],
    [
      'cobre.architecture.threads',
      'Computation uses several threads of that process.',
      'packages/cobre/test/tools/process.test.ts > with %s as many threads work as can, and the bits are those of one',
    ],
    [
      'cobre.architecture.no-mpi',
      'No message-passing runtime is needed or started.',
      'packages/cobre/test/tools/process.test.ts > a run is computed in this one process, without any message passing',
      'packages/cobre/test/architecture.test.ts > the engine is a library: nothing starts a process, and nothing speaks a message-passing protocol',
    ],
    [
      'cobre.architecture.owns',
      'Protocol, dispatch, resources, prompts and sandboxing belong to the server.',
      'packages/cobre/test/architecture.test.ts > the engine knows nothing of MCP: it imports no protocol, no tool, no resource and no prompt',
    ],
    [
      'cobre.architecture.delegates-compute',
      'The server delegates computation to the engine, which knows nothing of MCP.',
      'packages/cobre/test/architecture.test.ts > the engine knows nothing of MCP: it imports no protocol, no tool, no resource and no prompt',
      'packages/cobre/test/architecture.test.ts > tools, resources and prompts compute nothing and touch no file: they ask the service layer',
    ],
    [
      'cobre.architecture.delegates-io',
      'The server delegates reading and writing of cases and results.',
      'packages/cobre/test/architecture.test.ts > tools, resources and prompts compute nothing and touch no file: they ask the service layer',
    ],
    [
      'cobre.architecture.transport-sse',
      'SSE is among the transports.',
      'packages/kernel/test/serve/serve.test.ts > all-http adds WebSocket and HTTP+SSE, and so does --legacy-sse for the latter',
      'packages/kernel/test/transport-sse/sse.test.ts > lists, calls, gets progress and cancels',
    ],
    [
      'cobre.architecture.library',
      'The engine is called as a library, not as another process.',
      'packages/cobre/test/tools/process.test.ts > a run is computed in this one process, without any message passing',
      'packages/cobre/test/architecture.test.ts > the engine is a library: nothing starts a process, and nothing speaks a message-passing protocol',
    ],
    [
      'cobre.architecture.no-backend-arguments',
      'cobre/run takes no backend and no number of workers.',
      'test/golden-tools.test.ts > the tools of %s are as recorded',
      refusedHere,
    ],
  ]),
  ...statements({ seed, gap: server, section: '2 Tool Definitions' }, [
    [
      'cobre.tools.count',
      'The ten tools are listed; what is added comes after them.',
      'packages/cobre/test/tools/listing.test.ts > the ten tools of the specification are listed first, in its order; two for runs in the background follow',
      'packages/cobre/test/seeds/schemas.test.ts > has ten tools, which are the first ten that are listed',
    ],
    [
      'cobre.tools.text-content',
      'Every result has a content block of type text.',
      'packages/kernel/test/gate/gate.test.ts > carry the same JSON as structure and as text',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.tools.json-text',
      'The text of a result is JSON.',
      'packages/kernel/test/gate/gate.test.ts > carry the same JSON as structure and as text',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.tools.error-kinds',
      'Errors use the kinds of one registry.',
      'packages/cobre/test/architecture.test.ts > every kind of error this package gives is in its registry',
    ],
    [
      'cobre.tools.error-record',
      'An error record has kind, message, context and suggestion.',
      'packages/cobre/test/tools/errors.test.ts > says MissingFile for a directory that is not there or no directory',
      'packages/kernel/test/gate/gate.test.ts > tool errors: isError, the record as text and in _meta, and no structuredContent',
    ],
    [
      'cobre.tools.envelope',
      'The command line answers with the same envelope and error records.',
      'packages/cobre/test/cli/program.test.ts > has the shape of the envelope',
      'packages/cobre/test/command-line.test.ts > says what is wrong and where, with exit code 3',
    ],
  ]),
];

const validate: readonly Requirement[] = [
  ...statements({ seed, gap: server, section: '2.1 cobre/validate' }, [
    ...toolBasics('validate', 'validation', 'a default deadline of 60 seconds'),
    [
      'cobre.validate.in.case-dir',
      'case_dir is a text and required.',
      `${argumentsTest} > cobre/validate takes the case_dir it is meant to take, and names it when it refuses`,
      'test/golden-tools.test.ts > the tools of %s are as recorded',
    ],
    [
      'cobre.validate.out.valid',
      'The answer carries valid as a truth value.',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
      'packages/cobre/test/tools/errors.test.ts > answers normally about a file that cannot be parsed and a reference that leads nowhere',
    ],
    [
      'cobre.validate.out.errors',
      'The answer carries errors as a list of error records.',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
      'packages/cobre/test/tools/errors.test.ts > answers normally about a file that cannot be parsed and a reference that leads nowhere',
    ],
    [
      'cobre.validate.out.warnings',
      'The answer carries warnings as a list of error records.',
      'test/golden-tools.test.ts > the tools of %s are as recorded',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.validate.out.files-checked',
      'The summary counts the files that were checked.',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.validate.out.entities-validated',
      'The summary counts the entities that were validated.',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.validate.out.layers-completed',
      'The summary counts the layers that were completed; a sound case completes 5.',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.validate.out.error-count',
      'The summary counts the errors.',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.validate.out.warning-count',
      'The summary counts the warnings.',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.validate.invalid-is-no-error',
      'A case with faults is a success of the tool: isError is false and valid is false.',
      'packages/cobre/test/tools/errors.test.ts > answers normally about a file that cannot be parsed and a reference that leads nowhere',
    ],
    [
      'cobre.validate.no-progress',
      'Validation sends no progress notifications.',
      'packages/cobre/test/tools/progress.test.ts > only cobre/run tells progress, whoever asks for it',
    ],
    [
      'cobre.validate.error.no-dir',
      'A case_dir that does not exist gives MissingFile.',
      'packages/cobre/test/tools/errors.test.ts > says MissingFile for a directory that is not there or no directory',
    ],
    [
      'cobre.validate.error.not-a-dir',
      'A case_dir that is no directory gives MissingFile.',
      'packages/cobre/test/tools/errors.test.ts > says MissingFile for a directory that is not there or no directory',
    ],
    [
      'cobre.validate.error.parse',
      'A required input file that cannot be parsed gives ParseError.',
      'packages/cobre/test/tools/errors.test.ts > answers normally about a file that cannot be parsed and a reference that leads nowhere',
    ],
  ]),
  ...statements({ seed, gap: engine, section: '2.1 cobre/validate' }, [
    [
      'cobre.validate.five-layers',
      'Validation goes through five layers.',
      'packages/cobre/test/validation/malformed.test.ts > a %s fault is reported with its kind, place and layer',
    ],
    [
      'cobre.validate.no-solver',
      'Validation never runs the solver.',
      'packages/cobre/test/validation/scope.test.ts > validation knows no solver: nothing it stands on imports one',
    ],
    [
      'cobre.validate.fourteen-kinds',
      'Fourteen kinds of validation errors are known and can appear.',
      'packages/cobre/test/validation/malformed.test.ts > every validation kind but the one that only warns is covered by a fault above',
    ],
    [
      'cobre.validate.layer-stops',
      'A fault in one layer keeps later layers from being counted as completed.',
      'packages/cobre/test/validation/malformed.test.ts > a %s fault is reported with its kind, place and layer',
    ],
    [
      'cobre.validate.missing-reference',
      'A hydro on an unknown bus gives MissingReference.',
      'packages/cobre/test/validation/malformed.test.ts > a hydro sits on an unknown bus',
    ],
    [
      'cobre.validate.missing-reference.context',
      'Its context names file, entity, field, the value and the registry it is missing from.',
      'packages/cobre/test/validation/malformed.test.ts > a hydro sits on an unknown bus',
    ],
    [
      'cobre.validate.missing-reference.suggestion',
      'Its suggestion says where the value should exist.',
      'packages/cobre/test/validation/report.test.ts > suggests something for a reference that was misspelt',
    ],
    [
      'cobre.validate.fast',
      'Large cases validate in well under the deadline.',
      'packages/cobre/test/validation/scope.test.ts > a case of two thousand plants and ten years of months is validated whole',
    ],
  ]),
];

const run: readonly Requirement[] = [
  ...statements({ seed, gap: server, section: '2.2 cobre/run' }, [
    ...toolBasics('run', 'execution', 'no default deadline'),
    [
      'cobre.run.in.case-dir',
      'case_dir is a text and required.',
      `${argumentsTest} > cobre/run takes the case_dir it is meant to take, and names it when it refuses`,
      'test/golden-tools.test.ts > the tools of %s are as recorded',
    ],
    [
      'cobre.run.in.phases',
      'phases is optional and one of training, simulation, both.',
      `${argumentsTest} > cobre/run takes the phases it is meant to take, and names it when it refuses`,
      'test/golden-tools.test.ts > the tools of %s are as recorded',
    ],
    [
      'cobre.run.in.phases.default',
      'Without phases both are run.',
      'packages/cobre/test/tools/run-life.test.ts > progress arrives in order, with the fields of the specification, over training and simulation',
    ],
    [
      'cobre.run.in.phases.list',
      'A list with one phase, as an example of the first seed shows, is understood.',
      'packages/cobre/test/tools/errors.test.ts > takes the phases as a list of one, as an older example does, and nothing else',
    ],
    [
      'cobre.run.in.phases.others',
      'Any other phase is refused.',
      'test/golden-tools.test.ts > the tools of %s are as recorded',
      'packages/cobre/test/tools/errors.test.ts > takes the phases as a list of one, as an older example does, and nothing else',
    ],
    [
      'cobre.run.out.status',
      'The answer carries status, completed or partial.',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
      'packages/cobre/test/tools/run-life.test.ts > asked to end, the server finishes the iteration, writes the checkpoint and still sends the partial result',
    ],
    [
      'cobre.run.out.output-dir',
      'The answer carries the absolute output_dir.',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.run.out.training',
      'The answer carries training, null when it was not run.',
      'packages/cobre/test/tools/answers.test.ts > a run that only simulates carries no training, and one that only trains no simulation',
    ],
    [
      'cobre.run.out.training.iterations',
      'training counts the iterations.',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.run.out.training.final-lower-bound',
      'training carries the final lower bound.',
      'packages/cobre/test/tools/shared-case.test.ts > 1dtoy is trained to just below its exact optimum, simulated, and asked about',
    ],
    [
      'cobre.run.out.training.final-upper-bound',
      'training carries the final upper bound.',
      'test/golden-tools.test.ts > the tools of %s are as recorded',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.run.out.training.final-gap',
      'training carries the final relative gap.',
      'test/golden-tools.test.ts > the tools of %s are as recorded',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.run.out.training.termination-reason',
      'training says which stopping rule ended it.',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.run.out.training.total-cuts',
      'training counts all cuts.',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.run.out.training.wall-time',
      'training carries its wall time in whole milliseconds.',
      'test/golden-tools.test.ts > the tools of %s are as recorded',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.run.out.simulation',
      'The answer carries simulation, null when it was not run.',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
      'packages/cobre/test/tools/errors.test.ts > takes the phases as a list of one, as an older example does, and nothing else',
    ],
    [
      'cobre.run.out.simulation.scenarios',
      'simulation counts the scenarios.',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.run.out.simulation.output-files',
      'simulation lists its files relative to the output directory.',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.run.out.simulation.wall-time',
      'simulation carries its wall time in whole milliseconds.',
      'test/golden-tools.test.ts > the tools of %s are as recorded',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.run.error.missing-file',
      'A case_dir that is missing or no directory gives MissingFile.',
      'packages/cobre/test/tools/answers.test.ts > a run says MissingFile for a directory that is not there and for what is no directory',
    ],
    [
      'cobre.run.error.validation',
      'A case that does not validate is not run; the validation errors are given.',
      'packages/cobre/test/tools/errors.test.ts > repeats what validation found, with all errors, before anything runs',
    ],
    [
      'cobre.run.error.solver',
      'A problem that turns out infeasible or unbounded gives SolverFailure with isError true.',
      'packages/cobre/test/tools/errors.test.ts > says SolverFailure for a stage without a solution',
    ],
    [
      'cobre.run.error.solver.partial-output',
      'After a solver failure, what was already written stays on disk.',
      'packages/cobre/test/tools/answers.test.ts > after a solver failure what was written before stays on disk',
    ],
    [
      'cobre.run.error.checkpoint',
      'A checkpoint that cannot be written gives CheckpointFailed.',
      'packages/cobre/test/tools/errors.test.ts > says CheckpointFailed when the policy cannot be written',
    ],
    [
      'cobre.run.cancel',
      'The caller can cancel a run.',
      'packages/cobre/test/tools/run-life.test.ts > a cancelled run stops, keeps its checkpoint, and resumed it ends with the bits of one that was never stopped',
      'packages/cobre/test/tools/http-run.test.ts > a client that %s in revision %s stops its run',
    ],
    [
      'cobre.run.disconnect',
      'When the client goes away the run ends at the next iteration boundary.',
      'packages/cobre/test/tools/run-life.test.ts > a client that leaves stops the run at the next boundary, and its checkpoint stays',
      'packages/cobre/test/tools/http-run.test.ts > a client that %s in revision %s stops its run',
    ],
    [
      'cobre.run.disconnect.checkpoint',
      'The checkpoint of the last completed iteration is kept then.',
      'packages/cobre/test/tools/run-life.test.ts > a client that leaves stops the run at the next boundary, and its checkpoint stays',
    ],
    [
      'cobre.run.sigterm.iteration',
      'On SIGTERM the current iteration is completed.',
      'packages/cobre/test/tools/run-life.test.ts > asked to end, the server finishes the iteration, writes the checkpoint and still sends the partial result',
    ],
    [
      'cobre.run.sigterm.checkpoint',
      'On SIGTERM a checkpoint is written.',
      'packages/cobre/test/tools/run-life.test.ts > asked to end, the server finishes the iteration, writes the checkpoint and still sends the partial result',
    ],
    [
      'cobre.run.sigterm.partial',
      'On SIGTERM the caller gets a partial result.',
      'packages/cobre/test/tools/run-life.test.ts > asked to end, the server finishes the iteration, writes the checkpoint and still sends the partial result',
    ],
    [
      'cobre.run.progress',
      'cobre/run reports progress while it runs.',
      'packages/cobre/test/tools/run-life.test.ts > progress arrives in order, with the fields of the specification, over training and simulation',
    ],
  ]),
  ...statements({ seed, gap: engine, section: '2.2 cobre/run' }, [
    [
      'cobre.run.training',
      'Training runs SDDP until a stopping rule ends it.',
      'packages/cobre/test/sddp/stopping.test.ts > a case that names no limit stops after a hundred iterations',
      'packages/cobre/test/sddp/convergence.test.ts > seed %i: the bound reaches the exact cost and no cut exceeds it',
      'packages/cobre/test/extensive-form/extensive-form.test.ts > seed %i as an endless cycle',
    ],
    [
      'cobre.run.simulation',
      'Simulation runs the trained policy over scenarios.',
      'packages/cobre/test/simulation/simulate.test.ts > conserves water and power in every row, and its costs add up',
    ],
    [
      'cobre.run.simulation-only',
      'Simulation alone uses a policy that is already there.',
      'packages/cobre/test/results/run.test.ts > a stored policy is simulated without training when the case says so',
    ],
    [
      'cobre.run.bound-stalling',
      'bound_stalling is a termination reason.',
      'packages/cobre/test/sddp/stopping.test.ts > bound stalling',
    ],
    [
      'cobre.run.lower-bound-below-upper',
      'At the end the lower bound does not exceed the upper bound by more than noise.',
      'packages/cobre/test/sddp/policy-life.test.ts > bounds the cost of seed %i from above and closes the gap',
    ],
    ['cobre.run.output-folder', 'Results are written to a folder output inside the case.', examples],
    [
      'cobre.run.parquet',
      'Simulation results are Parquet files for costs, hydros and the other entities.',
      'packages/cobre/test/results/run.test.ts > has tables with exactly the columns of the format',
    ],
  ]),
];

const queryResults: readonly Requirement[] = statements({ seed, gap: server, section: '2.3 cobre/query-results' }, [
  ...toolBasics('query-results', 'read-only queries', 'a default deadline of 30 seconds'),
  [
    'cobre.query-results.hive',
    'Partitioned Parquet output is read as one table.',
    'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    'packages/cobre/test/query/results.test.ts > a table in folders of scenarios, as the original writes it, is read like one in one file',
  ],
  [
    'cobre.query-results.in.output-dir',
    'output_dir is a text and required.',
    `${argumentsTest} > cobre/query-results takes the output_dir it is meant to take, and names it when it refuses`,
    'test/golden-tools.test.ts > the tools of %s are as recorded',
  ],
  [
    'cobre.query-results.in.entity-type',
    'entity_type is required and one of hydros, thermals, buses, lines, costs.',
    'test/golden-tools.test.ts > the tools of %s are as recorded',
    'packages/cobre/test/tools/errors.test.ts > has no entities of costs and no results of what is not listed',
  ],
  [
    'cobre.query-results.in.filters',
    'filters is an optional object that takes no unknown members.',
    'test/golden-tools.test.ts > the tools of %s are as recorded',
    'packages/cobre/test/tools/errors.test.ts > refuses %s with InvalidArguments',
  ],
  [
    'cobre.query-results.in.entity-id',
    'entity_id takes one id.',
    'packages/cobre/test/query/results.test.ts > are found by %s',
  ],
  [
    'cobre.query-results.in.entity-ids',
    'entity_id takes a list of ids.',
    'packages/cobre/test/query/results.test.ts > are found by %s',
  ],
  [
    'cobre.query-results.in.stage-range',
    'stage_range takes two integers and includes both ends.',
    'packages/cobre/test/query/results.test.ts > ranges are inclusive, may lie outside the data, and counts are of all matches',
  ],
  [
    'cobre.query-results.in.stage-range.items',
    'stage_range with fewer or more than two items is refused.',
    'test/golden-tools.test.ts > the tools of %s are as recorded',
    'packages/cobre/test/tools/errors.test.ts > refuses %s with InvalidArguments',
  ],
  [
    'cobre.query-results.in.scenario-range',
    'scenario_range takes two integers and includes both ends.',
    'packages/cobre/test/query/results.test.ts > ranges are inclusive, may lie outside the data, and counts are of all matches',
  ],
  [
    'cobre.query-results.in.scenario-range.items',
    'scenario_range with fewer or more than two items is refused.',
    'test/golden-tools.test.ts > the tools of %s are as recorded',
    'packages/kernel/test/gate/gate.test.ts > reports every violation at once, for zod and for literal schemas',
  ],
  [
    'cobre.query-results.in.columns',
    'columns chooses which columns are given, in that order.',
    'packages/cobre/test/query/results.test.ts > columns have the names that were asked for, real or alias, once each and in order',
  ],
  [
    'cobre.query-results.in.columns.default',
    'Without columns all are given.',
    'packages/cobre/test/tools/answers.test.ts > without columns all are given, without a range all iterations',
  ],
  [
    'cobre.query-results.in.limit',
    'limit bounds the number of rows.',
    'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    'packages/cobre/test/query/results.test.ts > ranges are inclusive, may lie outside the data, and counts are of all matches',
  ],
  [
    'cobre.query-results.in.limit.minimum',
    'A limit below 1 is refused.',
    'packages/cobre/test/tools/errors.test.ts > refuses %s with InvalidArguments',
  ],
  [
    'cobre.query-results.in.limit.maximum',
    'A limit above 10000 is refused.',
    'packages/cobre/test/tools/errors.test.ts > refuses %s with InvalidArguments',
  ],
  [
    'cobre.query-results.in.limit.default',
    'Without a limit 1000 rows are given at most.',
    'test/golden-tools.test.ts > the tools of %s are as recorded',
    'packages/kernel/test/gate/gate.test.ts > fills in defaults',
  ],
  [
    'cobre.query-results.out.columns',
    'The answer names the columns.',
    'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
  ],
  [
    'cobre.query-results.out.rows',
    'The answer gives rows as lists in the order of the columns.',
    'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
  ],
  [
    'cobre.query-results.out.total-rows',
    'total_rows counts what matches the filter before the limit.',
    'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
  ],
  [
    'cobre.query-results.out.truncated',
    'truncated is true exactly when total_rows exceeds the limit.',
    'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    'packages/cobre/test/query/results.test.ts > ranges are inclusive, may lie outside the data, and counts are of all matches',
  ],
  [
    'cobre.query-results.error.no-dir',
    'An output_dir that does not exist gives OutputNotFound.',
    'packages/cobre/test/tools/errors.test.ts > says OutputNotFound without a directory or without its table',
  ],
  [
    'cobre.query-results.error.no-simulation',
    'An output_dir without simulation output gives OutputNotFound.',
    'packages/cobre/test/tools/errors.test.ts > says OutputNotFound without a directory or without its table',
  ],
  [
    'cobre.query-results.error.corrupted',
    'Parquet files that cannot be read give OutputCorrupted.',
    'packages/cobre/test/tools/errors.test.ts > says OutputCorrupted for files that are no Parquet',
  ],
]);

const queryConvergence: readonly Requirement[] = statements(
  { seed, gap: server, section: '2.4 cobre/query-convergence' },
  [
    ...toolBasics('query-convergence', 'read-only queries', 'a default deadline of 10 seconds'),
    [
      'cobre.query-convergence.source',
      'The history is read from convergence.parquet of a finished training.',
      'packages/cobre/test/tools/errors.test.ts > says OutputNotFound and OutputCorrupted',
    ],
    [
      'cobre.query-convergence.in.output-dir',
      'output_dir is a text and required.',
      `${argumentsTest} > cobre/query-convergence takes the output_dir it is meant to take, and names it when it refuses`,
      'test/golden-tools.test.ts > the tools of %s are as recorded',
    ],
    [
      'cobre.query-convergence.in.iteration-range',
      'iteration_range is optional, takes two integers and includes both ends.',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.query-convergence.in.iteration-range.items',
      'iteration_range with fewer or more than two items is refused.',
      'test/golden-tools.test.ts > the tools of %s are as recorded',
      'packages/kernel/test/gate/gate.test.ts > reports every violation at once, for zod and for literal schemas',
    ],
    [
      'cobre.query-convergence.in.iteration-range.default',
      'Without iteration_range all iterations are given.',
      'packages/cobre/test/tools/answers.test.ts > without columns all are given, without a range all iterations',
    ],
    [
      'cobre.query-convergence.out.iteration',
      'Each record carries its iteration, counted from 1.',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
      'packages/cobre/test/results/run.test.ts > tells its convergence, iteration by iteration from one',
    ],
    [
      'cobre.query-convergence.out.lower-bound',
      'Each record carries lower_bound.',
      'test/golden-tools.test.ts > the tools of %s are as recorded',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.query-convergence.out.upper-bound',
      'Each record carries upper_bound.',
      'test/golden-tools.test.ts > the tools of %s are as recorded',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.query-convergence.out.upper-bound-std',
      'Each record carries upper_bound_std.',
      'test/golden-tools.test.ts > the tools of %s are as recorded',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.query-convergence.out.ci-95',
      'Each record carries ci_95.',
      'test/golden-tools.test.ts > the tools of %s are as recorded',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.query-convergence.out.gap',
      'Each record carries gap.',
      'test/golden-tools.test.ts > the tools of %s are as recorded',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.query-convergence.out.wall-time',
      'Each record carries wall_time_ms as an integer.',
      'test/golden-tools.test.ts > the tools of %s are as recorded',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.query-convergence.out.iteration-time',
      'Each record carries iteration_time_ms as an integer.',
      'test/golden-tools.test.ts > the tools of %s are as recorded',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.query-convergence.out.total',
      'total_iterations counts all iterations, not only those in the range.',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.query-convergence.out.termination-reason',
      'The answer carries termination_reason.',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.query-convergence.error.not-found',
      'Without convergence.parquet the answer is OutputNotFound.',
      'packages/cobre/test/tools/errors.test.ts > says OutputNotFound and OutputCorrupted',
    ],
    [
      'cobre.query-convergence.error.corrupted',
      'A convergence.parquet that cannot be read gives OutputCorrupted.',
      'packages/cobre/test/tools/errors.test.ts > says OutputNotFound and OutputCorrupted',
    ],
  ],
);

const inspectPolicy: readonly Requirement[] = statements({ seed, gap: server, section: '2.5 cobre/inspect-policy' }, [
  ...toolBasics('inspect-policy', 'read-only queries', 'a default deadline of 10 seconds'),
  [
    'cobre.inspect-policy.flatbuffers',
    'The policy is read from FlatBuffers files.',
    'packages/cobre/test/tools/answers.test.ts > a stage of a policy shows the cuts of its FlatBuffers file in dollars, and nothing of how they are stored',
  ],
  [
    'cobre.inspect-policy.no-internals',
    'Nothing of the binary layout appears in the answer.',
    'packages/cobre/test/tools/answers.test.ts > a stage of a policy shows the cuts of its FlatBuffers file in dollars, and nothing of how they are stored',
  ],
  [
    'cobre.inspect-policy.in.policy-dir',
    'policy_dir is a text and required.',
    `${argumentsTest} > cobre/inspect-policy takes the policy_dir it is meant to take, and names it when it refuses`,
    'test/golden-tools.test.ts > the tools of %s are as recorded',
  ],
  [
    'cobre.inspect-policy.in.stage',
    'stage is an optional integer.',
    `${argumentsTest} > cobre/inspect-policy takes the stage it is meant to take, and names it when it refuses`,
    'test/golden-tools.test.ts > the tools of %s are as recorded',
  ],
  [
    'cobre.inspect-policy.in.stage.minimum',
    'A stage below 1 is refused.',
    'packages/cobre/test/tools/errors.test.ts > know which stages there are, and want at least two policies',
  ],
  [
    'cobre.inspect-policy.summary',
    'Without stage a summary of all stages is given.',
    'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
  ],
  [
    'cobre.inspect-policy.out.stages',
    'The summary counts the stages.',
    'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
  ],
  [
    'cobre.inspect-policy.out.total-cuts',
    'The summary counts all cuts.',
    'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
  ],
  [
    'cobre.inspect-policy.out.state-dimension',
    'The summary carries the dimension of the state.',
    'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
  ],
  [
    'cobre.inspect-policy.out.cuts-per-stage',
    'The summary lists the number of cuts of each stage.',
    'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
  ],
  [
    'cobre.inspect-policy.detail',
    'With stage the details of that stage are given.',
    'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
  ],
  [
    'cobre.inspect-policy.out.stage',
    'The detail repeats the stage.',
    'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
  ],
  [
    'cobre.inspect-policy.out.cuts',
    'The detail counts the cuts of the stage.',
    'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
  ],
  [
    'cobre.inspect-policy.out.detail-state-dimension',
    'The detail carries the dimension of the state.',
    'test/golden-tools.test.ts > the tools of %s are as recorded',
    'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
  ],
  [
    'cobre.inspect-policy.out.intercepts',
    'The detail lists the intercepts of all its cuts.',
    'packages/cobre/test/tools/answers.test.ts > a stage of a policy shows the cuts of its FlatBuffers file in dollars, and nothing of how they are stored',
  ],
  [
    'cobre.inspect-policy.out.coefficients-sample',
    'The detail gives the coefficients of the first ten cuts.',
    'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
  ],
  [
    'cobre.inspect-policy.out.coefficients-truncated',
    'coefficients_truncated is true exactly when there are more than ten cuts.',
    'packages/cobre/test/tools/answers.test.ts > a stage of a policy shows the cuts of its FlatBuffers file in dollars, and nothing of how they are stored',
  ],
  [
    'cobre.inspect-policy.error.not-found',
    'A directory that is missing or holds no policy gives OutputNotFound.',
    'packages/cobre/test/tools/errors.test.ts > say OutputNotFound for a directory without a policy',
  ],
  [
    'cobre.inspect-policy.error.corrupted',
    'Policy files that cannot be decoded give OutputCorrupted.',
    'packages/cobre/test/tools/errors.test.ts > say OutputCorrupted for damaged cuts and metadata',
  ],
]);

const comparePolicies: readonly Requirement[] = statements(
  { seed, gap: server, section: '2.6 cobre/compare-policies' },
  [
    ...toolBasics('compare-policies', 'comparison', 'a default deadline of 30 seconds'),
    [
      'cobre.compare-policies.in.policy-dirs',
      'policy_dirs is a list of texts and required.',
      `${argumentsTest} > cobre/compare-policies takes the policy_dirs it is meant to take, and names it when it refuses`,
      'test/golden-tools.test.ts > the tools of %s are as recorded',
    ],
    [
      'cobre.compare-policies.in.policy-dirs.minimum',
      'Fewer than two directories are refused.',
      'packages/cobre/test/tools/errors.test.ts > know which stages there are, and want at least two policies',
    ],
    [
      'cobre.compare-policies.in.metrics',
      'metrics is an optional list of convergence, cut_counts, state_dimension, all.',
      `${argumentsTest} > cobre/compare-policies takes the metrics it is meant to take, and names it when it refuses`,
      'test/golden-tools.test.ts > the tools of %s are as recorded',
    ],
    [
      'cobre.compare-policies.in.metrics.default',
      'Without metrics all are compared.',
      'test/golden-tools.test.ts > the tools of %s are as recorded',
      'packages/cobre/test/service/compare.test.ts > deltas are second minus first, as fractions of the first, and only of what was asked',
    ],
    [
      'cobre.compare-policies.out.policies',
      'The answer has one record per policy, in the order given.',
      'packages/cobre/test/service/compare.test.ts > deltas are second minus first, as fractions of the first, and only of what was asked',
    ],
    [
      'cobre.compare-policies.out.policy-dir',
      'Each record names its directory.',
      'test/golden-tools.test.ts > the tools of %s are as recorded',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.compare-policies.out.stages',
      'Each record counts the stages.',
      'test/golden-tools.test.ts > the tools of %s are as recorded',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.compare-policies.out.total-cuts',
      'Each record counts the cuts.',
      'test/golden-tools.test.ts > the tools of %s are as recorded',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.compare-policies.out.state-dimension',
      'Each record carries the dimension of the state.',
      'test/golden-tools.test.ts > the tools of %s are as recorded',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.compare-policies.out.final-lower-bound',
      'Each record carries the final lower bound, or null.',
      'packages/cobre/test/tools/answers.test.ts > compared policies carry their own bounds, gap and iterations, and deltas of both bounds',
      'packages/cobre/test/tools/answers.test.ts > a policy that does not say its bounds has null for them',
    ],
    [
      'cobre.compare-policies.out.final-upper-bound',
      'Each record carries the final upper bound, or null.',
      'packages/cobre/test/tools/answers.test.ts > compared policies carry their own bounds, gap and iterations, and deltas of both bounds',
      'packages/cobre/test/tools/answers.test.ts > a policy that does not say its bounds has null for them',
    ],
    [
      'cobre.compare-policies.out.final-gap',
      'Each record carries the final gap, or null.',
      'packages/cobre/test/tools/answers.test.ts > compared policies carry their own bounds, gap and iterations, and deltas of both bounds',
      'packages/cobre/test/tools/answers.test.ts > a policy that does not say its bounds has null for them',
    ],
    [
      'cobre.compare-policies.out.iterations',
      'Each record counts the iterations, or has null.',
      'packages/cobre/test/tools/answers.test.ts > compared policies carry their own bounds, gap and iterations, and deltas of both bounds',
      'packages/cobre/test/tools/answers.test.ts > a policy that does not say its bounds has null for them',
    ],
    [
      'cobre.compare-policies.out.compatible',
      'compatible is true exactly when stage counts and state dimensions agree.',
      'packages/cobre/test/tools/answers.test.ts > compared policies carry their own bounds, gap and iterations, and deltas of both bounds',
      'packages/cobre/test/tools/errors.test.ts > report policies that do not fit together in the answer, not as an error',
    ],
    [
      'cobre.compare-policies.out.deltas.only-two',
      'deltas are given only for exactly two compatible policies.',
      'packages/cobre/test/service/compare.test.ts > deltas are second minus first, as fractions of the first, and only of what was asked',
      'packages/cobre/test/tools/errors.test.ts > report policies that do not fit together in the answer, not as an error',
    ],
    [
      'cobre.compare-policies.out.deltas.lb',
      'deltas carry the difference of the lower bounds.',
      'packages/cobre/test/service/compare.test.ts > deltas are second minus first, as fractions of the first, and only of what was asked',
    ],
    [
      'cobre.compare-policies.out.deltas.lb-pct',
      'deltas carry that difference as a share of the first.',
      'packages/cobre/test/service/compare.test.ts > deltas are second minus first, as fractions of the first, and only of what was asked',
    ],
    [
      'cobre.compare-policies.out.deltas.ub',
      'deltas carry the difference of the upper bounds.',
      'packages/cobre/test/tools/answers.test.ts > compared policies carry their own bounds, gap and iterations, and deltas of both bounds',
    ],
    [
      'cobre.compare-policies.out.deltas.ub-pct',
      'deltas carry that difference as a share of the first.',
      'packages/cobre/test/tools/answers.test.ts > compared policies carry their own bounds, gap and iterations, and deltas of both bounds',
    ],
    [
      'cobre.compare-policies.out.deltas.cut-count',
      'deltas carry the difference of the cut counts.',
      'packages/cobre/test/service/compare.test.ts > deltas are second minus first, as fractions of the first, and only of what was asked',
    ],
    [
      'cobre.compare-policies.error.not-found',
      'A directory that does not exist gives OutputNotFound.',
      'packages/cobre/test/tools/errors.test.ts > say OutputNotFound for a directory without a policy',
    ],
    [
      'cobre.compare-policies.error.corrupted',
      'Policy data that cannot be read gives OutputCorrupted.',
      'packages/cobre/test/tools/errors.test.ts > say OutputCorrupted for damaged cuts and metadata',
    ],
    [
      'cobre.compare-policies.error.incompatible',
      'IncompatibleRuns is said in the answer and is no error of the call.',
      'packages/cobre/test/tools/errors.test.ts > report policies that do not fit together in the answer, not as an error',
    ],
  ],
);

const inspectCase: readonly Requirement[] = statements({ seed, gap: server, section: '2.7 cobre/inspect-case' }, [
  ...toolBasics('inspect-case', 'read-only queries', 'a default deadline of 10 seconds'),
  [
    'cobre.inspect-case.no-validation',
    'The case is summarised without the full validation.',
    'packages/cobre/test/tools/answers.test.ts > a case that is not valid is still inspected, with its settings as they are written',
  ],
  [
    'cobre.inspect-case.in.case-dir',
    'case_dir is a text and required.',
    `${argumentsTest} > cobre/inspect-case takes the case_dir it is meant to take, and names it when it refuses`,
    'test/golden-tools.test.ts > the tools of %s are as recorded',
  ],
  [
    'cobre.inspect-case.out.config',
    'The answer carries the parsed config.json.',
    'packages/cobre/test/tools/answers.test.ts > a case that is not valid is still inspected, with its settings as they are written',
  ],
  [
    'cobre.inspect-case.out.hydros',
    'The answer counts the hydros.',
    'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
  ],
  [
    'cobre.inspect-case.out.thermals',
    'The answer counts the thermals.',
    'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
  ],
  [
    'cobre.inspect-case.out.buses',
    'The answer counts the buses.',
    'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
  ],
  [
    'cobre.inspect-case.out.lines',
    'The answer counts the lines.',
    'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
  ],
  [
    'cobre.inspect-case.out.stages',
    'The answer counts the stages.',
    'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
  ],
  [
    'cobre.inspect-case.out.scenario-source',
    'The answer says whether scenarios are par or external.',
    'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    'packages/cobre/test/service/scenarios.test.ts > external scenarios are counted in their file',
  ],
  [
    'cobre.inspect-case.out.files-present',
    'The answer lists the input files that are there, relative to the case.',
    'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
  ],
  [
    'cobre.inspect-case.error.no-dir',
    'A case_dir that does not exist gives MissingFile.',
    'packages/cobre/test/tools/errors.test.ts > say MissingFile without a directory, settings or scenarios',
  ],
  [
    'cobre.inspect-case.error.no-config',
    'A case without config.json gives MissingFile.',
    'packages/cobre/test/tools/errors.test.ts > say MissingFile without a directory, settings or scenarios',
  ],
  [
    'cobre.inspect-case.error.parse',
    'A config.json or registry that cannot be parsed gives ParseError.',
    'packages/cobre/test/tools/answers.test.ts > a %s that cannot be parsed gives ParseError',
  ],
]);

const listScenarios: readonly Requirement[] = statements({ seed, gap: server, section: '2.8 cobre/list-scenarios' }, [
  ...toolBasics('list-scenarios', 'read-only queries', 'a default deadline of 10 seconds'),
  [
    'cobre.list-scenarios.light',
    'The scenario data is not loaded as a whole.',
    'packages/cobre/test/service/scenarios.test.ts > a file of many values is summarised without being loaded',
  ],
  [
    'cobre.list-scenarios.in.case-dir',
    'case_dir is a text and required.',
    `${argumentsTest} > cobre/list-scenarios takes the case_dir it is meant to take, and names it when it refuses`,
    'test/golden-tools.test.ts > the tools of %s are as recorded',
  ],
  [
    'cobre.list-scenarios.out.scenario-source',
    'The answer says whether scenarios are par or external.',
    'packages/cobre/test/service/scenarios.test.ts > a PAR model is summarised from its coefficients, seasons and correlation',
    'packages/cobre/test/service/scenarios.test.ts > external scenarios are counted in their file',
  ],
  [
    'cobre.list-scenarios.out.count',
    'The answer counts the scenarios, from the configuration or the external file.',
    'packages/cobre/test/service/scenarios.test.ts > a PAR model is summarised from its coefficients, seasons and correlation',
    'packages/cobre/test/service/scenarios.test.ts > external scenarios are counted in their file',
  ],
  [
    'cobre.list-scenarios.out.stages',
    'The answer counts the stages.',
    'packages/cobre/test/service/scenarios.test.ts > a PAR model is summarised from its coefficients, seasons and correlation',
  ],
  [
    'cobre.list-scenarios.out.entities',
    'The answer counts the hydros with an inflow model.',
    'packages/cobre/test/service/scenarios.test.ts > a PAR model is summarised from its coefficients, seasons and correlation',
  ],
  [
    'cobre.list-scenarios.out.par-model',
    'par_model is given for par scenarios and null otherwise.',
    'packages/cobre/test/service/scenarios.test.ts > a PAR model is summarised from its coefficients, seasons and correlation',
    'packages/cobre/test/service/scenarios.test.ts > external scenarios are counted in their file',
  ],
  [
    'cobre.list-scenarios.out.max-ar-order',
    'par_model carries the highest autoregressive order.',
    'packages/cobre/test/service/scenarios.test.ts > a PAR model is summarised from its coefficients, seasons and correlation',
  ],
  [
    'cobre.list-scenarios.out.seasons',
    'par_model counts the seasons.',
    'packages/cobre/test/service/scenarios.test.ts > a PAR model is summarised from its coefficients, seasons and correlation',
  ],
  [
    'cobre.list-scenarios.out.correlation-groups',
    'par_model counts the correlation groups.',
    'packages/cobre/test/service/scenarios.test.ts > a PAR model is summarised from its coefficients, seasons and correlation',
  ],
  [
    'cobre.list-scenarios.error.missing',
    'A case that is missing or has no scenario files gives MissingFile.',
    'packages/cobre/test/tools/errors.test.ts > say MissingFile without a directory, settings or scenarios',
  ],
  [
    'cobre.list-scenarios.error.parse',
    'Scenario files that cannot be parsed give ParseError.',
    'packages/cobre/test/tools/errors.test.ts > say ParseError for what cannot be read',
  ],
]);

const exportResults: readonly Requirement[] = statements({ seed, gap: server, section: '2.9 cobre/export-results' }, [
  ...toolBasics('export-results', 'export', 'a default deadline of 60 seconds'),
  [
    'cobre.export-results.writes',
    'A new file is created in the output directory.',
    'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
  ],
  [
    'cobre.export-results.folder',
    'The file goes to the folder exports and is named after what was exported.',
    'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
  ],
  [
    'cobre.export-results.in.output-dir',
    'output_dir is a text and required.',
    `${argumentsTest} > cobre/export-results takes the output_dir it is meant to take, and names it when it refuses`,
    'test/golden-tools.test.ts > the tools of %s are as recorded',
  ],
  [
    'cobre.export-results.in.format',
    'format is required and one of csv, json, arrow.',
    `${argumentsTest} > cobre/export-results takes the format it is meant to take, and names it when it refuses`,
    'test/golden-tools.test.ts > the tools of %s are as recorded',
  ],
  [
    'cobre.export-results.format.csv',
    'csv gives a file that other programs read as CSV.',
    'packages/cobre/test/query/results.test.ts > hold the same rows in every format, in the order of scenarios',
  ],
  [
    'cobre.export-results.format.json',
    'json gives a file that other programs read as JSON.',
    'packages/cobre/test/query/results.test.ts > hold the same rows in every format, in the order of scenarios',
  ],
  [
    'cobre.export-results.format.arrow',
    'arrow gives a file that other programs read as Arrow IPC.',
    'packages/cobre/test/query/results.test.ts > hold the same rows in every format, in the order of scenarios',
  ],
  [
    'cobre.export-results.in.entity-type',
    'entity_type is required and one of hydros, thermals, buses, lines, costs, convergence.',
    `${argumentsTest} > cobre/export-results takes the entity_type it is meant to take, and names it when it refuses`,
    'test/golden-tools.test.ts > the tools of %s are as recorded',
  ],
  [
    'cobre.export-results.in.filters',
    'filters is an optional object that takes no unknown members.',
    `${argumentsTest} > cobre/export-results takes the filters it is meant to take, and names it when it refuses`,
    'test/golden-tools.test.ts > the tools of %s are as recorded',
  ],
  [
    'cobre.export-results.in.entity-id',
    'filters take entity_id as one id or a list.',
    'test/golden-tools.test.ts > the tools of %s are as recorded',
    'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
  ],
  [
    'cobre.export-results.in.stage-range',
    'filters take stage_range with exactly two integers.',
    'test/golden-tools.test.ts > the tools of %s are as recorded',
    'packages/kernel/test/gate/gate.test.ts > reports every violation at once, for zod and for literal schemas',
  ],
  [
    'cobre.export-results.in.scenario-range',
    'filters take scenario_range with exactly two integers.',
    'test/golden-tools.test.ts > the tools of %s are as recorded',
    'packages/kernel/test/gate/gate.test.ts > reports every violation at once, for zod and for literal schemas',
  ],
  [
    'cobre.export-results.out.file-path',
    'The answer carries the absolute file_path.',
    'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
  ],
  [
    'cobre.export-results.out.rows',
    'The answer counts the exported rows.',
    'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
  ],
  [
    'cobre.export-results.out.size-bytes',
    'The answer carries the size of the file in bytes.',
    'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
  ],
  [
    'cobre.export-results.error.not-found',
    'Output that is missing, or lacks the entity, gives OutputNotFound.',
    'packages/cobre/test/tools/errors.test.ts > says OutputNotFound and OutputCorrupted, and leaves no file behind',
  ],
  [
    'cobre.export-results.error.corrupted',
    'Source files that cannot be read give OutputCorrupted.',
    'packages/cobre/test/tools/errors.test.ts > says OutputNotFound and OutputCorrupted, and leaves no file behind',
  ],
  [
    'cobre.export-results.write-opt-in',
    'The tool counts as writing and needs --allow-write.',
    'packages/cobre/test/tools/security.test.ts > they refuse with the words of the specification, and nothing is written',
  ],
]);

const configSchema: readonly Requirement[] = statements(
  { seed, gap: server, section: '2.10 cobre/get-config-schema' },
  [
    ...toolBasics('get-config-schema', 'introspection', 'a default deadline of 5 seconds'),
    [
      'cobre.get-config-schema.no-arguments',
      'The tool takes no arguments.',
      'test/golden-tools.test.ts > the tools of %s are as recorded',
      refusedHere,
    ],
    [
      'cobre.get-config-schema.out.schema',
      'The answer carries schema, the complete JSON Schema of config.json.',
      'packages/cobre/test/tools/answers.test.ts > the schema of config.json is whole, accepts real configurations and refuses broken ones',
    ],
    [
      'cobre.get-config-schema.draft',
      'The schema names draft 2020-12.',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.get-config-schema.usable',
      'Configurations of real cases satisfy the schema, broken ones do not.',
      'packages/cobre/test/tools/answers.test.ts > the schema of config.json is whole, accepts real configurations and refuses broken ones',
      'packages/cobre/test/tools/answers.test.ts > the schema of config.json accepts every shipped configuration',
    ],
    [
      'cobre.get-config-schema.always',
      'The tool always succeeds.',
      'packages/cobre/test/tools/answers.test.ts > the schema of config.json is whole, accepts real configurations and refuses broken ones',
      'packages/cobre/test/tools/listing.test.ts > a server without flags lists all ten tools, and those that read work',
    ],
  ],
);

const resources: readonly Requirement[] = [
  ...statements({ seed, gap: server, section: '3.1 Resource Inventory' }, [
    [
      'cobre.resource.config',
      'A case’s config.json can be read as a resource.',
      'packages/cobre/test/resources/resources.test.ts > settings, registries and scenarios of a case are read from an encoded path',
    ],
    [
      'cobre.resource.config.template',
      'Its template is cobre://case/{case_dir}/config.',
      'packages/cobre/test/resources/resources.test.ts > the six templates are listed with their type',
    ],
    [
      'cobre.resource.entities',
      'A case’s registries can be read as resources.',
      'packages/cobre/test/resources/resources.test.ts > settings, registries and scenarios of a case are read from an encoded path',
    ],
    [
      'cobre.resource.entities.template',
      'Their template is cobre://case/{case_dir}/entities/{entity_type}.',
      'packages/cobre/test/resources/resources.test.ts > the six templates are listed with their type',
    ],
    [
      'cobre.resource.scenarios',
      'An entity’s scenario data can be read as a resource.',
      'packages/cobre/test/resources/resources.test.ts > settings, registries and scenarios of a case are read from an encoded path',
    ],
    [
      'cobre.resource.scenarios.template',
      'Its template is cobre://case/{case_dir}/scenarios/{entity_id}.',
      'packages/cobre/test/resources/resources.test.ts > the six templates are listed with their type',
    ],
    [
      'cobre.resource.convergence',
      'The convergence history can be read as a resource.',
      'packages/cobre/test/resources/resources.test.ts > convergence, results and the policy of a run are read',
    ],
    [
      'cobre.resource.convergence.template',
      'Its template is cobre://output/{output_dir}/convergence.',
      'packages/cobre/test/resources/resources.test.ts > the six templates are listed with their type',
    ],
    [
      'cobre.resource.results',
      'Simulation results can be read as resources.',
      'packages/cobre/test/resources/resources.test.ts > convergence, results and the policy of a run are read',
    ],
    [
      'cobre.resource.results.template',
      'Their template is cobre://output/{output_dir}/results/{entity_type}.',
      'packages/cobre/test/resources/resources.test.ts > the six templates are listed with their type',
    ],
    [
      'cobre.resource.policy',
      'The policy summary can be read as a resource.',
      'packages/cobre/test/resources/resources.test.ts > convergence, results and the policy of a run are read',
    ],
    [
      'cobre.resource.policy.template',
      'Its template is cobre://output/{output_dir}/policy/summary.',
      'packages/cobre/test/resources/resources.test.ts > the six templates are listed with their type',
    ],
    [
      'cobre.resource.count',
      'Six templates are listed, no more.',
      'packages/cobre/test/resources/resources.test.ts > the six templates are listed with their type',
    ],
    [
      'cobre.resource.mime',
      'Every resource has the type application/json.',
      'packages/cobre/test/resources/resources.test.ts > the six templates are listed with their type',
      'packages/cobre/test/resources/resources.test.ts > settings, registries and scenarios of a case are read from an encoded path',
    ],
    [
      'cobre.resource.read-only',
      'No resource can be written.',
      'packages/cobre/test/tools/listing.test.ts > no resource can be changed: there is no %s',
    ],
    [
      'cobre.resource.case-dir-encoded',
      'case_dir is an absolute path, URL-encoded.',
      'packages/cobre/test/resources/resources.test.ts > settings, registries and scenarios of a case are read from an encoded path',
    ],
    [
      'cobre.resource.output-dir-encoded',
      'output_dir is an absolute path, URL-encoded.',
      'packages/cobre/test/resources/resources.test.ts > convergence, results and the policy of a run are read',
    ],
    [
      'cobre.resource.entity-types',
      'entity_type accepts hydros, thermals, buses, lines and contracts.',
      'packages/cobre/test/resources/resources.test.ts > settings, registries and scenarios of a case are read from an encoded path',
    ],
    [
      'cobre.resource.entity-id',
      'entity_id names one entity, ITAIPU for instance.',
      'packages/cobre/test/resources/resources.test.ts > settings, registries and scenarios of a case are read from an encoded path',
    ],
  ]),
  ...statements({ seed: ['001'], gap: server, section: '3.1 Resource Inventory' }, [
    [
      'cobre.resource.entity-types.pumping',
      'entity_type accepts pumping_stations.',
      'packages/cobre/test/resources/resources.test.ts > settings, registries and scenarios of a case are read from an encoded path',
    ],
    [
      'cobre.resource.entity-types.non-controllable',
      'entity_type accepts non_controllable_sources.',
      'packages/cobre/test/resources/resources.test.ts > settings, registries and scenarios of a case are read from an encoded path',
    ],
  ]),
  ...statements({ seed, gap: server, section: '3.2 Parquet-to-JSON Conversion Rules' }, [
    [
      'cobre.resource.convert.int32',
      '32-bit integers become JSON integers.',
      'packages/cobre/test/resources/resources.test.ts > Parquet types become JSON as documented, and long tables are cut at 10,000 rows',
    ],
    [
      'cobre.resource.convert.int64',
      '64-bit integers become JSON integers.',
      'packages/cobre/test/resources/resources.test.ts > Parquet types become JSON as documented, and long tables are cut at 10,000 rows',
    ],
    [
      'cobre.resource.convert.float',
      'Single-precision numbers become JSON numbers.',
      'packages/cobre/test/resources/resources.test.ts > Parquet types become JSON as documented, and long tables are cut at 10,000 rows',
    ],
    [
      'cobre.resource.convert.double',
      'Double-precision numbers keep their full precision.',
      'packages/cobre/test/resources/resources.test.ts > Parquet types become JSON as documented, and long tables are cut at 10,000 rows',
    ],
    [
      'cobre.resource.convert.text',
      'UTF-8 byte arrays become texts.',
      'packages/cobre/test/resources/resources.test.ts > Parquet types become JSON as documented, and long tables are cut at 10,000 rows',
    ],
    [
      'cobre.resource.convert.boolean',
      'Booleans become true or false.',
      'packages/cobre/test/resources/resources.test.ts > Parquet types become JSON as documented, and long tables are cut at 10,000 rows',
    ],
    [
      'cobre.resource.convert.date',
      'Dates become ISO 8601 dates.',
      'packages/cobre/test/resources/resources.test.ts > Parquet types become JSON as documented, and long tables are cut at 10,000 rows',
    ],
    [
      'cobre.resource.convert.timestamp',
      'Timestamps in milliseconds become ISO 8601 times.',
      'packages/cobre/test/resources/resources.test.ts > Parquet types become JSON as documented, and long tables are cut at 10,000 rows',
    ],
    [
      'cobre.resource.convert.null',
      'Missing values become null.',
      'packages/cobre/test/resources/resources.test.ts > Parquet types become JSON as documented, and long tables are cut at 10,000 rows',
    ],
    [
      'cobre.resource.convert.nested',
      'Nested columns become members with dots in their names.',
      'packages/cobre/test/resources/resources.test.ts > Parquet types become JSON as documented, and long tables are cut at 10,000 rows',
    ],
    [
      'cobre.resource.rows.limit',
      'At most 10,000 rows are given.',
      'packages/cobre/test/resources/resources.test.ts > Parquet types become JSON as documented, and long tables are cut at 10,000 rows',
    ],
    [
      'cobre.resource.rows.truncated',
      'Beyond that the answer says truncated.',
      'packages/cobre/test/resources/resources.test.ts > Parquet types become JSON as documented, and long tables are cut at 10,000 rows',
    ],
    [
      'cobre.resource.rows.total',
      'Beyond that the answer carries total_rows.',
      'packages/cobre/test/resources/resources.test.ts > Parquet types become JSON as documented, and long tables are cut at 10,000 rows',
    ],
  ]),
  ...statements({ seed, gap: server, section: '3.3 FlatBuffers-to-JSON Conversion Rules' }, [
    [
      'cobre.resource.policy.same-as-tool',
      'The policy resource says the same as cobre/inspect-policy without a stage.',
      'packages/cobre/test/resources/resources.test.ts > convergence, results and the policy of a run are read',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.resource.policy.no-internals',
      'Offsets, tables and raw bytes never appear.',
      'packages/cobre/test/resources/resources.test.ts > convergence, results and the policy of a run are read',
    ],
  ]),
  ...statements({ seed, gap: server, section: '3.4 Resource Error Handling' }, [
    [
      'cobre.resource.error.not-found',
      'A path that does not exist gives an error of kind OutputNotFound.',
      'packages/cobre/test/resources/resources.test.ts > what cannot be served has the kind of the specification',
    ],
    [
      'cobre.resource.error.corrupted',
      'Data that cannot be read or converted gives OutputCorrupted.',
      'packages/cobre/test/resources/resources.test.ts > what cannot be served has the kind of the specification',
    ],
    [
      'cobre.resource.error.missing-file',
      'A case without the input file in question gives MissingFile.',
      'packages/cobre/test/resources/resources.test.ts > what cannot be served has the kind of the specification',
    ],
  ]),
];

const prompts: readonly Requirement[] = [
  ...statements({ seed, gap: server, section: '4.1 Prompt Inventory' }, [
    [
      'cobre.prompt.count',
      'The four prompts of the inventory are listed, before those that later issues add.',
      'packages/cobre/test/prompts/prompts.test.ts > the prompts are listed with their arguments',
    ],
    [
      'cobre.prompt.messages',
      'Each prompt gives a sequence of messages.',
      'packages/cobre/test/prompts/prompts.test.ts > setting up a study hands over the schema, every file, and an example that is valid',
      'packages/cobre/test/prompts/prompts.test.ts > a diagnosis brings the numbers of the run and the stall it found',
      'packages/cobre/test/prompts/prompts.test.ts > a comparison brings bounds, costs and deltas; runs are given as %s',
      'packages/cobre/test/prompts/prompts.test.ts > an explanation brings statistics of the metric for each entity and stage, and totals by that name, by word, alias or column',
    ],
  ]),
  ...statements({ seed, gap: server, section: '4.2 cobre/setup-study' }, [
    [
      'cobre.prompt.setup-study.listed',
      'cobre/setup-study is listed.',
      'packages/cobre/test/prompts/prompts.test.ts > the prompts are listed with their arguments',
    ],
    [
      'cobre.prompt.setup-study.description',
      'It requires description, the study in plain words.',
      'packages/cobre/test/prompts/prompts.test.ts > %s does not go on without the arguments it requires: %o',
      'packages/cobre/test/seeds/schemas.test.ts > lists prompts with the argument schemas it gives them',
    ],
    [
      'cobre.prompt.setup-study.structure',
      'It leads through making the case directory.',
      'packages/cobre/test/prompts/prompts.test.ts > %s leads through its steps in order',
    ],
    [
      'cobre.prompt.setup-study.config',
      'It has config.json filled in by the schema the tool gives.',
      'packages/cobre/test/prompts/prompts.test.ts > setting up a study hands over the schema, every file, and an example that is valid',
    ],
    [
      'cobre.prompt.setup-study.registries',
      'It has the registries of hydros, thermals, buses and lines made.',
      'packages/cobre/test/prompts/prompts.test.ts > %s leads through its steps in order',
    ],
    [
      'cobre.prompt.setup-study.scenarios',
      'It has scenario data given, as a PAR model or external scenarios.',
      'packages/cobre/test/prompts/prompts.test.ts > %s leads through its steps in order',
    ],
    [
      'cobre.prompt.setup-study.validate',
      'It ends with cobre/validate, repeated until the case is valid.',
      'packages/cobre/test/prompts/prompts.test.ts > %s leads through its steps in order',
    ],
  ]),
  ...statements({ seed, gap: server, section: '4.3 cobre/diagnose-convergence' }, [
    [
      'cobre.prompt.diagnose-convergence.listed',
      'cobre/diagnose-convergence is listed.',
      'packages/cobre/test/prompts/prompts.test.ts > the prompts are listed with their arguments',
    ],
    [
      'cobre.prompt.diagnose-convergence.output-dir',
      'It requires output_dir of a finished training.',
      'packages/cobre/test/prompts/prompts.test.ts > %s does not go on without the arguments it requires: %o',
      'packages/cobre/test/seeds/schemas.test.ts > lists prompts with the argument schemas it gives them',
    ],
    [
      'cobre.prompt.diagnose-convergence.load',
      'It has the history loaded by cobre/query-convergence.',
      'packages/cobre/test/prompts/prompts.test.ts > %s leads through its steps in order',
    ],
    [
      'cobre.prompt.diagnose-convergence.stalling',
      'It has plateaus of the lower and unrest of the upper bound looked for.',
      'packages/cobre/test/prompts/prompts.test.ts > a diagnosis brings the numbers of the run and the stall it found',
      'packages/cobre/test/service/diagnosis.test.ts > advice follows from the numbers',
    ],
    [
      'cobre.prompt.diagnose-convergence.gap',
      'It has the gap and the termination reason examined.',
      'packages/cobre/test/prompts/prompts.test.ts > %s leads through its steps in order',
    ],
    [
      'cobre.prompt.diagnose-convergence.suggest',
      'It has changes of tolerances, forward scenarios and risk parameters suggested.',
      'packages/cobre/test/prompts/prompts.test.ts > %s leads through its steps in order',
    ],
  ]),
  ...statements({ seed, gap: server, section: '4.4 cobre/compare-runs' }, [
    [
      'cobre.prompt.compare-runs.listed',
      'cobre/compare-runs is listed.',
      'packages/cobre/test/prompts/prompts.test.ts > the prompts are listed with their arguments',
    ],
    [
      'cobre.prompt.compare-runs.output-dirs',
      'It requires output_dirs, a list.',
      'packages/cobre/test/prompts/prompts.test.ts > %s does not go on without the arguments it requires: %o',
      'packages/cobre/test/seeds/schemas.test.ts > lists prompts with the argument schemas it gives them',
    ],
    [
      'cobre.prompt.compare-runs.minimum',
      'It refuses fewer than two directories.',
      'packages/cobre/test/prompts/prompts.test.ts > mistakes are told: a missing directory, an unknown metric, a single run, a path outside',
    ],
    [
      'cobre.prompt.compare-runs.inspect',
      'It has each policy inspected by cobre/inspect-policy.',
      'packages/cobre/test/prompts/prompts.test.ts > %s leads through its steps in order',
    ],
    [
      'cobre.prompt.compare-runs.convergence',
      'It has convergence compared by cobre/query-convergence.',
      'packages/cobre/test/prompts/prompts.test.ts > %s leads through its steps in order',
    ],
    [
      'cobre.prompt.compare-runs.results',
      'It has results compared by cobre/query-results.',
      'packages/cobre/test/prompts/prompts.test.ts > %s leads through its steps in order',
    ],
    [
      'cobre.prompt.compare-runs.summary',
      'It has quality, speed and cost summed up and one policy recommended.',
      'packages/cobre/test/prompts/prompts.test.ts > %s leads through its steps in order',
    ],
  ]),
  ...statements({ seed, gap: server, section: '4.5 cobre/explain-results' }, [
    [
      'cobre.prompt.explain-results.listed',
      'cobre/explain-results is listed.',
      'packages/cobre/test/prompts/prompts.test.ts > the prompts are listed with their arguments',
    ],
    [
      'cobre.prompt.explain-results.output-dir',
      'It requires output_dir.',
      'packages/cobre/test/prompts/prompts.test.ts > %s does not go on without the arguments it requires: %o',
      'packages/cobre/test/seeds/schemas.test.ts > lists prompts with the argument schemas it gives them',
    ],
    [
      'cobre.prompt.explain-results.entity-type',
      'It requires entity_type, one of hydros, thermals, buses, costs.',
      'packages/cobre/test/prompts/prompts.test.ts > %s does not go on without the arguments it requires: %o',
      'packages/cobre/test/seeds/schemas.test.ts > lists prompts with the argument schemas it gives them',
    ],
    [
      'cobre.prompt.explain-results.metric',
      'It requires metric, storage or deficit for instance.',
      'packages/cobre/test/prompts/prompts.test.ts > %s does not go on without the arguments it requires: %o',
      'packages/cobre/test/seeds/schemas.test.ts > lists prompts with the argument schemas it gives them',
    ],
    [
      'cobre.prompt.explain-results.load',
      'It has results loaded by cobre/query-results.',
      'packages/cobre/test/prompts/prompts.test.ts > %s leads through its steps in order',
    ],
    [
      'cobre.prompt.explain-results.statistics',
      'It has mean, deviation and percentiles over scenarios computed.',
      'packages/cobre/test/prompts/prompts.test.ts > %s leads through its steps in order',
    ],
    [
      'cobre.prompt.explain-results.interpret',
      'It has results put into words of hydrothermal dispatch.',
      'packages/cobre/test/prompts/prompts.test.ts > %s leads through its steps in order',
    ],
    [
      'cobre.prompt.explain-results.anomalies',
      'It has anomalies and patterns pointed out.',
      'packages/cobre/test/prompts/prompts.test.ts > %s leads through its steps in order',
    ],
  ]),
];

const transport: readonly Requirement[] = [
  ...statements({ seed, gap: server, section: '5.1 stdio Transport' }, [
    [
      'cobre.stdio.spawn',
      'A client can start the server as a child and speak with it.',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.stdio.serve-flag',
      'cobre serve --transport stdio does the same.',
      'packages/cobre/test/tools/process.test.ts > cobre-mcp, cobre serve and cobre serve --transport stdio offer the same tools, resources and prompts',
    ],
    [
      'cobre.stdio.stdin',
      'Requests are read from stdin.',
      'packages/kernel/test/serve/serve.test.ts > stdio serves the given streams and ends with them',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.stdio.stdout',
      'Replies, and nothing else, go to stdout.',
      'packages/kernel/test/transport-stdio/stdio-transport.test.ts > writes nothing but protocol to stdout, whatever its dependencies print',
    ],
    [
      'cobre.stdio.stderr',
      'Logs go to stderr.',
      'packages/kernel/test/redact/log.test.ts > logs go to stderr and leave stdout to the protocol',
      'packages/kernel/test/transport-stdio/stdio-transport.test.ts > writes nothing but protocol to stdout, whatever its dependencies print',
    ],
    [
      'cobre.stdio.end',
      'The server ends when stdin is closed.',
      'packages/kernel/test/serve/serve.test.ts > stdio serves the given streams and ends with them',
      'packages/cobre/test/cli/program.test.ts > is the MCP server',
    ],
    [
      'cobre.flag.transport-stdio',
      '--transport stdio is the default.',
      'packages/kernel/test/serve/command-line.test.ts > flag, then variable, then default',
    ],
    [
      'cobre.flag.allow-write',
      '--allow-write enables the writing tools.',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
      'packages/cobre/test/tools/security.test.ts > they refuse with the words of the specification, and nothing is written',
    ],
    [
      'cobre.flag.allow-write.default',
      'Without --allow-write writing is disabled.',
      'packages/cobre/test/tools/process.test.ts > started without flags it reads below its working directory and writes nothing',
    ],
    [
      'cobre.flag.allowed-dirs',
      '--allowed-dirs takes a list separated by commas.',
      'packages/kernel/test/serve/command-line.test.ts > directories are separated by commas on the line and like PATH in the environment',
    ],
    [
      'cobre.flag.allowed-dirs.default',
      'Without --allowed-dirs only the current directory is allowed.',
      'packages/kernel/test/serve/command-line.test.ts > flag, then variable, then default',
    ],
    [
      'cobre.flag.threads',
      '--threads sets the number of threads.',
      'packages/cobre/test/tools/process.test.ts > with %s as many threads work as can, and the bits are those of one',
    ],
    [
      'cobre.flag.threads.default',
      'Without --threads the number is found out.',
      'packages/cobre/test/tools/process.test.ts > with %s as many threads work as can, and the bits are those of one',
    ],
    [
      'cobre.env.allowed-dirs',
      'COBRE_MCP_ALLOWED_DIRS does the same as --allowed-dirs.',
      'packages/kernel/test/serve/command-line.test.ts > directories are separated by commas on the line and like PATH in the environment',
    ],
  ]),
  ...statements({ seed, gap: server, section: '5.2 Streamable HTTP Transport' }, [
    [
      'cobre.http.post',
      'Requests are posted to an endpoint such as /mcp.',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
      'packages/kernel/test/serve/serve.test.ts > http serves both eras and refuses what was not asked for',
    ],
    [
      'cobre.http.sse',
      'Progress and the final answer arrive as an event stream.',
      'packages/kernel/test/transport-http/sessions.test.ts > a single answer is JSON, and one with progress is a stream',
    ],
    [
      'cobre.http.keep-alive',
      'A session goes on over kept-alive connections.',
      'packages/cobre/test/tools/process.test.ts > a session goes on over a connection that is kept alive',
    ],
    [
      'cobre.http.concurrent',
      'Several calls can be under way at once, told apart by their ids.',
      'packages/kernel/test/transport-http/both-eras.test.ts > makes 1,000 calls at once, each with its own answer',
      'packages/kernel/test/transport-http/both-eras.test.ts > answers a call while others are under way',
    ],
    [
      'cobre.flag.transport-http',
      '--transport http chooses streamable HTTP.',
      'packages/kernel/test/serve/serve.test.ts > http serves both eras and refuses what was not asked for',
    ],
    [
      'cobre.flag.host',
      '--host sets the address to bind.',
      'packages/cobre/test/tools/process.test.ts > --host decides the address it listens on, and no other answers',
    ],
    [
      'cobre.flag.host.default',
      'Without --host it is 127.0.0.1.',
      'packages/kernel/test/serve/command-line.test.ts > flag, then variable, then default',
    ],
    [
      'cobre.flag.port',
      '--port sets the port.',
      'packages/kernel/test/serve/command-line.test.ts > flag, then variable, then default',
    ],
    [
      'cobre.flag.port.default',
      'Without --port it is 3000.',
      'packages/kernel/test/serve/command-line.test.ts > flag, then variable, then default',
    ],
    [
      'cobre.http.allow-write',
      '--allow-write works over HTTP too.',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.http.allowed-dirs',
      '--allowed-dirs works over HTTP too.',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
  ]),
];

const progress: readonly Requirement[] = [
  ...statements({ seed, gap: server, section: '6.1 Progress Token Lifecycle' }, [
    [
      'cobre.progress.only-run',
      'Only cobre/run reports progress.',
      'packages/cobre/test/tools/progress.test.ts > only cobre/run tells progress, whoever asks for it',
    ],
    [
      'cobre.progress.token',
      'The token of the request stands in every notification.',
      'packages/kernel/test/progress/progress.test.ts > carries message, metadata and the same under _meta, and leaves an unknown total out',
    ],
    [
      'cobre.progress.none-without-token',
      'Without a token nothing is reported.',
      'packages/kernel/test/progress/progress.test.ts > a token is never invented',
    ],
    [
      'cobre.progress.per-iteration',
      'A notification follows each iteration.',
      'packages/cobre/test/tools/progress.test.ts > every iteration is a step, with the fields of the specification',
    ],
    [
      'cobre.progress.result-last',
      'The result comes after the last notification.',
      'packages/cobre/test/tools/run-life.test.ts > progress arrives in order, with the fields of the specification, over training and simulation',
      'packages/kernel/test/progress/progress.test.ts > is thinned out, never goes back, ends with the latest and never follows the result',
    ],
    [
      'cobre.progress.token-ends',
      'After the result the token is not used any more.',
      'packages/cobre/test/tools/run-life.test.ts > progress arrives in order, with the fields of the specification, over training and simulation',
      'packages/kernel/test/progress/progress.test.ts > is thinned out, never goes back, ends with the latest and never follows the result',
    ],
  ]),
  ...statements({ seed, gap: server, section: '6.2 ConvergenceUpdate-to-Progress Mapping' }, [
    [
      'cobre.progress.progress',
      'progress is the number of the iteration.',
      'packages/cobre/test/tools/run-life.test.ts > progress arrives in order, with the fields of the specification, over training and simulation',
    ],
    [
      'cobre.progress.total',
      'total is the iteration limit where one is configured, and left out (the protocol knows no null) otherwise.',
      'packages/cobre/test/tools/progress.test.ts > the total is the iteration limit where there is one, and is left out where nobody knows it',
    ],
    [
      'cobre.progress.metadata.iteration',
      'metadata repeats the iteration.',
      'packages/cobre/test/tools/run-life.test.ts > progress arrives in order, with the fields of the specification, over training and simulation',
    ],
    [
      'cobre.progress.metadata.lower-bound',
      'metadata carries the lower bound.',
      'packages/cobre/test/tools/run-life.test.ts > progress arrives in order, with the fields of the specification, over training and simulation',
    ],
    [
      'cobre.progress.metadata.upper-bound',
      'metadata carries the upper bound.',
      'packages/cobre/test/tools/run-life.test.ts > progress arrives in order, with the fields of the specification, over training and simulation',
    ],
    [
      'cobre.progress.metadata.gap',
      'metadata carries the gap.',
      'packages/cobre/test/tools/run-life.test.ts > progress arrives in order, with the fields of the specification, over training and simulation',
    ],
    [
      'cobre.progress.metadata.wall-time',
      'metadata carries the wall time so far.',
      'packages/cobre/test/tools/run-life.test.ts > progress arrives in order, with the fields of the specification, over training and simulation',
    ],
  ]),
  ...statements({ seed, gap: engine, section: '6.2 ConvergenceUpdate-to-Progress Mapping' }, [
    [
      'cobre.event.iteration',
      'The engine tells each iteration, counted from 1.',
      'packages/cobre/test/sddp/events.test.ts > every iteration is told with its bounds, its gap and its times',
    ],
    [
      'cobre.event.lower-bound',
      'It tells the current lower bound.',
      'packages/cobre/test/sddp/events.test.ts > every iteration is told with its bounds, its gap and its times',
    ],
    [
      'cobre.event.upper-bound',
      'It tells the mean upper bound.',
      'packages/cobre/test/sddp/events.test.ts > every iteration is told with its bounds, its gap and its times',
    ],
    [
      'cobre.event.upper-bound-std',
      'It tells the deviation of the upper bound.',
      'packages/cobre/test/sddp/events.test.ts > several forward passes have a deviation, and an interval as wide as it says',
    ],
    [
      'cobre.event.ci-95',
      'It tells half the width of the 95 % interval.',
      'packages/cobre/test/sddp/events.test.ts > several forward passes have a deviation, and an interval as wide as it says',
    ],
    [
      'cobre.event.gap',
      'It tells the relative gap.',
      'packages/cobre/test/sddp/events.test.ts > every iteration is told with its bounds, its gap and its times',
    ],
    [
      'cobre.event.wall-time',
      'It tells the time since the start.',
      'packages/cobre/test/sddp/events.test.ts > every iteration is told with its bounds, its gap and its times',
    ],
    [
      'cobre.event.iteration-time',
      'It tells the time of this iteration.',
      'packages/cobre/test/sddp/events.test.ts > every iteration is told with its bounds, its gap and its times',
    ],
  ]),
  ...statements({ seed, gap: server, section: '6.3 Simulation Progress' }, [
    [
      'cobre.progress.simulation',
      'Simulation reports progress under the same token.',
      'packages/cobre/test/tools/run-life.test.ts > progress arrives in order, with the fields of the specification, over training and simulation',
    ],
    [
      'cobre.progress.simulation.progress',
      'progress counts the scenarios that are done, total all of them.',
      'packages/cobre/test/tools/progress.test.ts > a simulation counts scenarios out of all of them, after the iterations that came before',
    ],
    [
      'cobre.progress.simulation.phase',
      'metadata names the phase simulation.',
      'packages/cobre/test/tools/run-life.test.ts > progress arrives in order, with the fields of the specification, over training and simulation',
    ],
    [
      'cobre.progress.simulation.complete',
      'metadata carries scenarios_complete.',
      'packages/cobre/test/tools/run-life.test.ts > progress arrives in order, with the fields of the specification, over training and simulation',
    ],
    [
      'cobre.progress.simulation.total',
      'metadata carries scenarios_total.',
      'packages/cobre/test/tools/run-life.test.ts > progress arrives in order, with the fields of the specification, over training and simulation',
    ],
    [
      'cobre.progress.simulation.elapsed',
      'metadata carries elapsed_ms.',
      'packages/cobre/test/tools/run-life.test.ts > progress arrives in order, with the fields of the specification, over training and simulation',
    ],
  ]),
  ...statements({ seed, gap: server, section: '6.4 Backpressure' }, [
    [
      'cobre.progress.never-blocks',
      'A slow client never slows training down.',
      'packages/kernel/test/progress/progress.test.ts > never blocks the work and never throws when the client is gone',
    ],
    [
      'cobre.progress.drops-old',
      'Old notifications are dropped for newer ones.',
      'packages/kernel/test/progress/progress.test.ts > sends nothing while an earlier update is still on its way, then only the latest',
    ],
    [
      'cobre.progress.gaps',
      'Iterations may be skipped, but never go back.',
      'packages/kernel/test/progress/progress.test.ts > is thinned out, never goes back, ends with the latest and never follows the result',
      'packages/kernel/test/progress/progress.test.ts > is strictly increasing and finite for whatever a tool reports',
    ],
  ]),
  ...statements({ seed, gap: server, section: '7 Long-Running Operations' }, [
    [
      'cobre.long.blocks',
      'cobre/run answers when it is done, in the same call.',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
      'packages/cobre/test/tools/run-life.test.ts > progress arrives in order, with the fields of the specification, over training and simulation',
    ],
    [
      'cobre.long.one-run',
      'A second cobre/run while one is under way is refused.',
      'packages/cobre/test/tools/run-life.test.ts > a cancelled run stops, keeps its checkpoint, and resumed it ends with the bits of one that was never stopped',
    ],
    [
      'cobre.long.others-meanwhile',
      'Other tools answer while a run is under way.',
      'packages/cobre/test/tools/run-life.test.ts > a cancelled run stops, keeps its checkpoint, and resumed it ends with the bits of one that was never stopped',
    ],
    [
      'cobre.long.no-extra-tools',
      'Tools for polling and cancelling come beside the ten, which stay as they are: an addition, as 7.3 allows.',
      'packages/cobre/test/tools/listing.test.ts > the ten tools of the specification are listed first, in its order; two for runs in the background follow',
      'packages/cobre/test/seeds/schemas.test.ts > lists the input schema of $name, apart from what is named here',
    ],
  ]),
];

const security: readonly Requirement[] = [
  ...statements({ seed, gap: server, section: '8.1 Operation Classification' }, [
    [
      'cobre.security.read-only',
      'Eight tools only read: all but cobre/run and cobre/export-results.',
      'test/golden-tools.test.ts > the tools of %s are as recorded',
      'packages/cobre/test/tools/security.test.ts > the write tools are listed with the reason why they refuse, and the others without',
    ],
    [
      'cobre.security.read-only.no-writes',
      'A tool that only reads writes nothing to the file system.',
      'packages/cobre/test/tools/security.test.ts > they refuse with the words of the specification, and nothing is written',
    ],
    [
      'cobre.security.read-write',
      'cobre/run and cobre/export-results need --allow-write.',
      'packages/cobre/test/tools/security.test.ts > the write tools are listed with the reason why they refuse, and the others without',
      'packages/cobre/test/tools/security.test.ts > they refuse with the words of the specification, and nothing is written',
    ],
    [
      'cobre.security.default-safe',
      'A server started without flags can only read.',
      'packages/cobre/test/tools/process.test.ts > started without flags it reads below its working directory and writes nothing',
    ],
  ]),
  ...statements({ seed, gap: server, section: '8.2 Sandboxed File Access' }, [
    [
      'cobre.sandbox.reads',
      'Reading is confined to the allowed directories.',
      'packages/cobre/test/tools/security.test.ts > a path outside is refused in the words of the specification, by every tool',
    ],
    [
      'cobre.sandbox.writes',
      'Writing is confined to the allowed directories.',
      'packages/cobre/test/tools/security.test.ts > from the output directory of a run stop it before anything is written there',
      'packages/cobre/test/tools/errors.test.ts > writes a policy only below the output directory',
      'packages/cobre/test/tools/security.test.ts > in the place of exports are refused, and one in the place of the file is replaced',
    ],
    [
      'cobre.sandbox.flag-commas',
      'Directories after the flag are separated by commas.',
      'packages/kernel/test/serve/command-line.test.ts > directories are separated by commas on the line and like PATH in the environment',
    ],
    [
      'cobre.sandbox.env-colons',
      'Directories in the environment variable are separated by colons on Unix.',
      'packages/kernel/test/serve/command-line.test.ts > directories are separated by commas on the line and like PATH in the environment',
    ],
    [
      'cobre.sandbox.default',
      'Without a list the working directory of the server is allowed.',
      'packages/kernel/test/serve/command-line.test.ts > flag, then variable, then default',
      'packages/cobre/test/tools/process.test.ts > started without flags it reads below its working directory and writes nothing',
    ],
    [
      'cobre.sandbox.canonical.symlinks',
      'Symbolic links are resolved before a path is judged.',
      'packages/cobre/test/tools/security.test.ts > to a case or an output directory are refused',
    ],
    [
      'cobre.sandbox.canonical.dots',
      'Parent segments are resolved before a path is judged.',
      'packages/cobre/test/tools/security.test.ts > a path outside is refused in the words of the specification, by every tool',
    ],
    [
      'cobre.sandbox.canonical.arguments',
      'This holds for case_dir, output_dir, policy_dir and policy_dirs.',
      'packages/cobre/test/tools/security.test.ts > a path outside is refused in the words of the specification, by every tool',
    ],
    [
      'cobre.sandbox.descendant',
      'A path must lie inside an allowed directory.',
      'packages/cobre/test/tools/security.test.ts > a path outside is refused in the words of the specification, by every tool',
    ],
    [
      'cobre.sandbox.traversal',
      'A path that climbs out is refused.',
      'packages/cobre/test/tools/security.test.ts > a path outside is refused in the words of the specification, by every tool',
    ],
    [
      'cobre.sandbox.symlink-out',
      'A link that points out is refused.',
      'packages/cobre/test/tools/security.test.ts > to a case or an output directory are refused',
    ],
    [
      'cobre.sandbox.not-disclosed',
      'The refusal does not tell which directories are allowed.',
      'packages/cobre/test/tools/security.test.ts > a path outside is refused in the words of the specification, by every tool',
      'packages/cobre/test/tools/security.test.ts > the server answers, discloses nothing and touches nothing outside',
    ],
    [
      'cobre.sandbox.refusal.is-error',
      'The refusal is a result with isError true.',
      'packages/cobre/test/tools/security.test.ts > a path outside is refused in the words of the specification, by every tool',
    ],
    [
      'cobre.sandbox.refusal.kind',
      'The refusal has kind MissingFile.',
      'packages/cobre/test/tools/security.test.ts > a path outside is refused in the words of the specification, by every tool',
    ],
    [
      'cobre.sandbox.refusal.message',
      'The refusal’s message names the path and says it is not within the allowed directories.',
      'packages/cobre/test/tools/security.test.ts > a path outside is refused in the words of the specification, by every tool',
    ],
    [
      'cobre.sandbox.refusal.context',
      'The refusal’s context carries the path.',
      'packages/cobre/test/tools/security.test.ts > a path outside is refused in the words of the specification, by every tool',
    ],
    [
      'cobre.sandbox.refusal.suggestion',
      'The refusal suggests a path within the configured directories.',
      'packages/cobre/test/tools/security.test.ts > a path outside is refused in the words of the specification, by every tool',
    ],
  ]),
  ...statements({ seed, gap: server, section: '8.3 Resource Sandboxing' }, [
    [
      'cobre.sandbox.resources',
      'Resources are confined like tools.',
      'packages/cobre/test/resources/resources.test.ts > what cannot be served has the kind of the specification',
      'packages/cobre/test/tools/security.test.ts > resource addresses are refused or answered, never crash, and disclose nothing',
    ],
    [
      'cobre.sandbox.resources.before-io',
      'A path in a URI is judged before any file is touched.',
      'packages/cobre/test/tools/security.test.ts > a path is judged before any file is touched: what would never answer is refused at once',
    ],
  ]),
  ...statements({ seed, gap: server, section: '8.4 Write Operation Opt-In' }, [
    [
      'cobre.write.disabled.run',
      'Without the flag cobre/run gives an error.',
      'packages/cobre/test/tools/security.test.ts > they refuse with the words of the specification, and nothing is written',
    ],
    [
      'cobre.write.disabled.message',
      'The error says that writing is disabled and which flag enables it, in the seed’s words.',
      'packages/cobre/test/tools/security.test.ts > they refuse with the words of the specification, and nothing is written',
    ],
    [
      'cobre.write.disabled.export',
      'Without the flag cobre/export-results gives the same error.',
      'packages/cobre/test/tools/security.test.ts > they refuse with the words of the specification, and nothing is written',
    ],
    [
      'cobre.write.disabled.others',
      'Without the flag all other tools work.',
      'packages/cobre/test/tools/listing.test.ts > a server without flags lists all ten tools, and those that read work',
    ],
    [
      'cobre.write.enabled.run',
      'With the flag cobre/run writes within or next to the case directory.',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.write.enabled.export',
      'With the flag cobre/export-results writes below the output directory.',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
    [
      'cobre.write.enabled.sandbox',
      'With the flag the target of writing must still be allowed.',
      'packages/cobre/test/tools/security.test.ts > from the output directory of a run stop it before anything is written there',
    ],
  ]),
];

const negotiation: readonly Requirement[] = [
  ...statements({ seed, gap: server, section: '9.1 MCP Initialize Handshake' }, [
    [
      'cobre.initialize.tools',
      'The capabilities name tools with listChanged false.',
      'packages/cobre/test/tools/handshake.test.ts > a client of 2025-03-26 is told exactly the capabilities and the name of the specification',
    ],
    [
      'cobre.initialize.resources.subscribe',
      'The capabilities name resources with subscribe false.',
      'packages/cobre/test/tools/handshake.test.ts > a client of 2025-03-26 is told exactly the capabilities and the name of the specification',
    ],
    [
      'cobre.initialize.resources.list-changed',
      'The capabilities name resources with listChanged false.',
      'packages/cobre/test/tools/handshake.test.ts > a client of 2025-03-26 is told exactly the capabilities and the name of the specification',
    ],
    [
      'cobre.initialize.prompts',
      'The capabilities name prompts with listChanged false.',
      'packages/cobre/test/tools/handshake.test.ts > a client of 2025-03-26 is told exactly the capabilities and the name of the specification',
    ],
    [
      'cobre.initialize.name',
      'The server calls itself cobre-mcp.',
      'packages/cobre/test/tools/handshake.test.ts > a client of 2025-03-26 is told exactly the capabilities and the name of the specification',
    ],
    [
      'cobre.initialize.version',
      'The server info carries a version.',
      'packages/cobre/test/tools/handshake.test.ts > a client of 2025-03-26 is told exactly the capabilities and the name of the specification',
    ],
    [
      'cobre.initialize.static',
      'The lists do not change while the server runs.',
      'packages/cobre/test/tools/listing.test.ts > lists are the same before and after everything has changed on disk',
    ],
  ]),
  ...statements({ seed, gap: server, section: '9.2 Protocol Version' }, [
    [
      'cobre.initialize.protocol',
      'A client that asks for 2025-03-26 is served in that revision.',
      'packages/cobre/test/tools/handshake.test.ts > a client of 2025-03-26 is told exactly the capabilities and the name of the specification',
    ],
    [
      'cobre.initialize.newest',
      'Newer stable revisions are served too.',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
      'packages/kernel/test/protocol/revisions.test.ts > lists and calls tools, reads resources, gets prompts and completes',
    ],
    [
      'cobre.initialize.incompatible',
      'A client that asks for an incompatible revision is refused with an error.',
      'packages/cobre/test/tools/handshake.test.ts > a hopeless protocol version is refused with those that are supported',
    ],
  ]),
  ...statements({ seed, gap: server, section: '9.3 Tool Availability Based on Configuration' }, [
    [
      'cobre.availability.all-listed',
      'Without --allow-write all ten tools are still listed.',
      'packages/cobre/test/tools/listing.test.ts > a server without flags lists all ten tools, and those that read work',
    ],
    [
      'cobre.availability.annotation',
      'Without --allow-write the two writing tools carry a note that they are disabled.',
      'packages/cobre/test/tools/handshake.test.ts > with writes allowed: %s, the annotation of the write tools is %s',
      'packages/cobre/test/tools/security.test.ts > the write tools are listed with the reason why they refuse, and the others without',
    ],
    [
      'cobre.availability.full',
      'With --allow-write all ten tools work and carry no such note.',
      'packages/cobre/test/tools/handshake.test.ts > with writes allowed: %s, the annotation of the write tools is %s',
      'packages/cobre/test/tools/examples.test.ts > every example request is answered in its documented shape',
    ],
  ]),
];

/** Seeds 000 and 001: the hydrothermal planner and its server. They differ in few places; those rows name one of them. */
export const cobre: readonly Requirement[] = [
  ...architecture,
  ...validate,
  ...run,
  ...queryResults,
  ...queryConvergence,
  ...inspectPolicy,
  ...comparePolicies,
  ...inspectCase,
  ...listScenarios,
  ...exportResults,
  ...configSchema,
  ...resources,
  ...prompts,
  ...transport,
  ...progress,
  ...security,
  ...negotiation,
];
