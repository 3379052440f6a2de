import type { BankStatement, CustomerImport } from '@atrium/contracts'
import { createAuth } from './auth.ts'
import { bindOperations } from './bind-operations.ts'
import { once, upTo } from './repeat.ts'
import { type ClientOptions, createTransport } from './transport.ts'
import { createAssets } from './uploads/assets.ts'
import { type ImportCustomersOptions, importCustomerFile } from './uploads/import-customers.ts'
import { type ImportStatementOptions, importStatementFile } from './uploads/import-statement.ts'
import {
  type UploadedVideo,
  uploadVideo,
  type VideoInput,
  type VideoUploadOptions,
} from './uploads/upload-video.ts'
import { publishAndWatch, type WatchedPost } from './watching/publish-and-watch.ts'
import { type LiveChange, type WatchEventsOptions, watchEvents } from './watching/watch-events.ts'
import { type RunChange, watchRun } from './watching/watch-run.ts'

interface RetryOptions {
  /** The retry limit for repeatable calls. Defaults to 2. */
  maxRetries?: number
}

/**
 * Creates a client for browsers and Node. Every call throws `AtriumError` if it is refused. After
 * 429, 503, a lost connection or a timeout, the client retries calls without effect, and calls
 * whose effect an `Idempotency-Key` binds to one attempt. If an operation takes such a key, the
 * client generates one.
 *
 * ```ts
 * const atrium = createClient({ baseUrl: 'http://localhost:3000' })
 * await atrium.auth.signUp({ name, email, password })
 * ```
 */
export function createClient({ maxRetries = 2, ...options }: ClientOptions & RetryOptions) {
  const transport = createTransport(options, maxRetries === 0 ? once : upTo(maxRetries))
  const operations = bindOperations(transport)
  return {
    ...operations,
    auth: createAuth(transport),
    /** Yields the organisation's events as they happen. Reconnects by itself. */
    events: (options?: WatchEventsOptions): AsyncGenerator<LiveChange> =>
      watchEvents(transport, options),
    assets: createAssets(transport),
    customers: {
      ...operations.customers,
      /** Imports customers from a CSV or vCard file, or previews the import. */
      import: (file: Blob, options?: ImportCustomersOptions): Promise<CustomerImport> =>
        importCustomerFile(transport, file, options),
    },
    bank: {
      ...operations.bank,
      /** Imports a bank statement, or previews the import. */
      import: (file: Blob, options?: ImportStatementOptions): Promise<BankStatement> =>
        importStatementFile(transport, file, options),
    },
    posts: {
      ...operations.posts,
      /** Publishes a post now and waits for its outcome, for at most a minute. */
      publishAndWatch: (taskId: string, signal?: AbortSignal): Promise<WatchedPost> =>
        publishAndWatch(transport, taskId, signal),
    },
    connect: {
      ...operations.connect,
      /** Uploads a video to its network, before the post that shows it. */
      uploadVideo: (
        file: Blob,
        input: VideoInput,
        options?: VideoUploadOptions,
      ): Promise<UploadedVideo> => uploadVideo(transport, file, input, options),
    },
    workflows: {
      ...operations.workflows,
      /** Yields a run's changes until the run ends. */
      watch: (workflowId: string, runId: string, signal?: AbortSignal): AsyncGenerator<RunChange> =>
        watchRun(transport, workflowId, runId, signal),
    },
    /** Calls any operation in `@atrium/contracts`. */
    call: transport.call,
    /** Sends any operation in `@atrium/contracts` and returns the response unread. */
    send: transport.send,
    /** Requests any path, for routes without an operation. */
    request: transport.request,
  }
}

export type Client = ReturnType<typeof createClient>
