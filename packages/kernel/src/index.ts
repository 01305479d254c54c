export {
  type ApiKeyGrant,
  type ApiKeyRecord,
  type Authenticator,
  authenticateByJwt,
  authenticateByKeys,
  type CredentialRequest,
  createKey,
  type JwtOptions,
  type KeyAuthOptions,
  listKeys,
  noAuthentication,
  revokeKey,
} from './auth/index.js';
export {
  type CallOperation,
  type LocalCall,
  localCalls,
  type OpenedRuntime,
  operationCommand,
  operationCommands,
} from './command-line/index.js';
export { servedExplanationOf } from './explained/index.js';
export { Fault, type FaultDetails, type FaultRecord } from './fault.js';
export { gateSteps } from './gate/index.js';
export { internalErrorProfile } from './gate/profiles/internal-error.js';
export { invalidParamsProfile } from './gate/profiles/invalid-params.js';
export { errorMetaKey, toolErrorProfile } from './gate/profiles/tool-error.js';
export { RateLimit } from './gate/rate-limit.js';
export { surviveStrayErrors } from './gate/stray-errors.js';
export {
  type CertificateFiles,
  type CloseOptions,
  certificateOf,
  certificateTerm,
  type Endpoint,
  type Exchange,
  type HttpFront,
  type HttpFrontOptions,
  hasHungUp,
  type Metrics,
  openHttpFront,
  openMetrics,
  type RefusalBody,
  type Refused,
  type Routes,
  type Upgrade,
} from './http/index.js';
export { anonymousIdentity, type Identity, localIdentity } from './identity.js';
export { deferredLog, type LogLevel } from './log/index.js';
export { type Logger, silentLogger } from './log/logger.js';
export { progressMetaKey } from './progress/progress-sink.js';
export type { ProgressReporter, ProgressUpdate } from './progress/progress-update.js';
export { createRuntime } from './protocol/create-runtime.js';
export { argumentsMetaKey } from './protocol/handlers/prompts.js';
export { openLocalRuntime } from './protocol/local-runtime.js';
export {
  type Inbound,
  type InboundSingle,
  normaliseText,
  normaliseValue,
  type ProtocolRules,
} from './protocol/normalise.js';
export { legacyRevisions, modernRevision, supportedRevisions } from './protocol/revisions.js';
export type {
  ConnectionFacts,
  DirectCall,
  LocalRuntime,
  RuntimeOptions,
  ServerRuntime,
  WorkNews,
} from './protocol/runtime.js';
export { mask, Redactor, redact, redactCertain, redactText, registerSecret } from './redact/index.js';
export { appExtension, appMimeType } from './registry/app.js';
export { type AuditEvent, type AuditHook, type AuditOutcome, noAudit } from './registry/audit-event.js';
export type { Completer } from './registry/completion.js';
export { completeDirectory, completeWords } from './registry/completion.js';
export { type Consent, type ConsentQuestion, canBeAsked, consentOf } from './registry/consent.js';
export type { ErrorProfile, Failure, FailureCause } from './registry/error-profile.js';
export { type InputRequiredResult, inputRequired } from './registry/input-required.js';
export { spellings } from './registry/names.js';
export {
  type AnswersOf,
  type CliBinding,
  type Cost,
  type Effect,
  type Operation,
  type OperationOutcome,
  operation,
  operationFor,
  type QuestionsOf,
  type ReplyParts,
  type RestBinding,
  reply,
  type ToolBinding,
  ToolReply,
} from './registry/operation.js';
export type {
  AuditClaim,
  CallContext,
  ClientChannel,
  Era,
  Front,
  OperationContext,
} from './registry/operation-context.js';
export { definePrompt, type PromptDefinition, type PromptOutcome } from './registry/prompt.js';
export { defineResource, type ResourceBody, type ResourceDefinition, type UriVariables } from './registry/resource.js';
export type { Checked, JsonSchema, Produced, SchemaSource, Sent } from './registry/schema-source.js';
export type { Asked, ServerDefinition } from './registry/server-definition.js';
export type { SkillDefinition } from './registry/skill.js';
export { svgIcon } from './registry/svg-icon.js';
export {
  asTask,
  BackgroundWork,
  inBackground,
  type TaskFacts,
  type TaskPort,
  TaskReply,
  type TaskState,
  type TaskSupport,
} from './registry/task.js';
export { annotationMetaKey } from './registry/tool-listing.js';
export {
  argumentsOf,
  fieldErrors,
  openApiPaths,
  type ReceivedRequest,
  type RestMatch,
  type RestRequest,
  type RestShape,
  requestOf,
  restRouter,
  restShapeOf,
  restShapes,
} from './rest/index.js';
export { openSandbox, Sandbox, type SandboxOptions, wholeFileSystem } from './sandbox/index.js';
export {
  type DefinitionSource,
  type ExtraFlags,
  type Flag,
  listOf,
  oneOf,
  onOff,
  openAuditFile,
  type RunningServer,
  type ServeOptions,
  type ServeSettings,
  serve,
  serveMain,
  textValue,
  wholeNumber,
  withVariable,
} from './serve/index.js';
export { render } from './shell/render.js';
export type { TaskLimits } from './task/task-book.js';
export { openTelemetry } from './telemetry/open-telemetry.js';
export { type SseOptions, sse } from './transport/sse.js';
export { type ServeStdioOptions, type StdioService, serveStdio } from './transport/stdio/serve.js';
export {
  type StreamableHttpEndpoint,
  type StreamableHttpOptions,
  streamableHttp,
} from './transport/streamable-http/endpoint.js';
export { type WebSocketOptions, webSocket } from './transport/websocket.js';
export type { WireError, WireMessage } from './wire/json-rpc.js';
