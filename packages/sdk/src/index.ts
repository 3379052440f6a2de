export type { Asset as StoredAsset, EventEnvelope } from '@atrium/contracts'
export { AtriumError, AtriumNetworkError, AtriumTimeoutError } from './atrium-error.ts'
export {
  type CreatedApiKey,
  createAuth,
  type Organization,
  type SignInAnswer,
  type User,
} from './auth.ts'
export { type Client, createClient } from './create-client.ts'
export { eachItem, type ItemOf } from './each-item.ts'
export { findEtag } from './etag.ts'
export { isFinalRefusal } from './final-refusal.ts'
export { type FileAnswer, readFile } from './read-file.ts'
export {
  type CallInput,
  type CallOptions,
  type CallOutput,
  type ClientOptions,
  createTransport,
  type Transport,
} from './transport.ts'
export { type ImportCustomersOptions, importCustomerFile } from './uploads/import-customers.ts'
export { type ImportStatementOptions, importStatementFile } from './uploads/import-statement.ts'
export { type UploadOptions, type UploadProgress, uploadForm } from './uploads/upload.ts'
export type { UploadedVideo, VideoInput, VideoUploadOptions } from './uploads/upload-video.ts'
export {
  type VerifyWebhookOptions,
  verifyWebhook,
  type WebhookEvent,
  WebhookVerificationError,
} from './verify-webhook.ts'
export type { WatchedPost } from './watching/publish-and-watch.ts'
export { type AgentRunChange, watchAgentRun } from './watching/watch-agent-run.ts'
export { type LiveChange, type WatchEventsOptions, watchEvents } from './watching/watch-events.ts'
export { type RunChange, watchRun } from './watching/watch-run.ts'
