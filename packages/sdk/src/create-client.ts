import { createAssets } from './assets.ts'
import { createAuth } from './auth.ts'
import { bindGroups } from './bind-operations.ts'
import { operationNames } from './operation-names.ts'
import { publishAndWatch, type WatchedPost } from './publish-and-watch.ts'
import { once, upTo } from './repeat.ts'
import { type ClientOptions, createTransport } from './transport.ts'
import { type UploadedVideo, uploadVideo, type VideoInput, type VideoUploadOptions } from './upload-video.ts'
import { type LiveChange, type WatchEventsOptions, watchEvents } from './watch-events.ts'
import { type RunChange, watchRun } from './watch-run.ts'

interface RetryOptions {
  /** Further attempts of a call that may be repeated; 2 by default. */
  maxRetries?: number
}

/**
 * A client of the platform for browsers and Node. Every call throws `AtriumError` when it is refused. Calls without
 * effect, and those whose effect an `Idempotency-Key` binds to one attempt, are tried again after 429, 503, a lost
 * connection and a time-out; where an operation takes such a key, the client draws one.
 *
 * ```ts
 * const atrium = createClient({ baseUrl: 'http://localhost:3000' })
 * await atrium.auth.signUp({ name, email, password })
 * ```
 */
export function createClient({ maxRetries = 2, ...options }: ClientOptions & RetryOptions) {
  const transport = createTransport(options, maxRetries === 0 ? once : upTo(maxRetries))
  const { platform, schedules, ...groups } = bindGroups(transport, operationNames)
  return {
    ...groups,
    ...platform,
    auth: createAuth(transport),
    /** The organisation's events as they happen; connects again by itself. */
    events: (options?: WatchEventsOptions): AsyncGenerator<LiveChange> => watchEvents(transport, options),
    assets: createAssets(transport),
    posts: {
      ...groups.posts,
      /** Publishes a post now and waits for its outcome, a minute at most. */
      publishAndWatch: (taskId: string, signal?: AbortSignal): Promise<WatchedPost> =>
        publishAndWatch(transport, taskId, signal),
    },
    connect: {
      ...groups.connect,
      /** Uploads a video to its network before the post that shows it. */
      uploadVideo: (file: Blob, input: VideoInput, options?: VideoUploadOptions): Promise<UploadedVideo> =>
        uploadVideo(transport, file, input, options),
    },
    invoices: { ...groups.invoices, schedules },
    workflows: {
      ...groups.workflows,
      /** A run's changes while it goes; ends with the run. */
      watch: (workflowId: string, runId: string, signal?: AbortSignal): AsyncGenerator<RunChange> =>
        watchRun(transport, workflowId, runId, signal),
    },
    /** Any operation of `@atrium/contracts`. */
    call: transport.call,
    /** The same with the answer unread. */
    send: transport.send,
    /** Any path, for routes without an operation. */
    request: transport.request,
  }
}

export type Client = ReturnType<typeof createClient>
