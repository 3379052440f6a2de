import { createAssets } from './assets.ts'
import { createAuth } from './auth.ts'
import { bindOperations } from './bind-operations.ts'
import { operationNames as names } from './operation-names.ts'
import { publishAndWatch, type WatchedPost } from './publish-and-watch.ts'
import { type ClientOptions, createTransport } from './transport.ts'
import { type UploadedVideo, uploadVideo, type VideoInput, type VideoUploadOptions } from './upload-video.ts'
import { type RunChange, watchRun } from './watch-run.ts'

/**
 * A client of the platform for browsers and Node. Every call throws `AtriumError` when it is refused.
 *
 * ```ts
 * const atrium = createClient({ baseUrl: 'http://localhost:3000' })
 * await atrium.auth.signUp({ name, email, password })
 * ```
 */
export function createClient(options: ClientOptions) {
  const transport = createTransport(options)
  return {
    auth: createAuth(transport),
    assets: createAssets(transport),
    ...bindOperations(transport, names.platform),
    orgs: bindOperations(transport, names.orgs),
    cards: bindOperations(transport, names.cards),
    posts: {
      ...bindOperations(transport, names.posts),
      /** Publishes a post now and waits for what becomes of it, a minute at most. */
      publishAndWatch: (taskId: string, signal?: AbortSignal): Promise<WatchedPost> =>
        publishAndWatch(transport, taskId, signal),
    },
    connect: {
      ...bindOperations(transport, names.connect),
      /** Uploads a video to its network before the post that shows it. */
      uploadVideo: (file: Blob, input: VideoInput, options?: VideoUploadOptions): Promise<UploadedVideo> =>
        uploadVideo(transport, file, input, options),
    },
    links: bindOperations(transport, names.links),
    quotes: bindOperations(transport, names.quotes),
    support: bindOperations(transport, names.support),
    templates: bindOperations(transport, names.templates),
    templateInstances: bindOperations(transport, names.templateInstances),
    sites: bindOperations(transport, names.sites),
    customers: bindOperations(transport, names.customers),
    offers: bindOperations(transport, names.offers),
    publicOffers: bindOperations(transport, names.publicOffers),
    invoices: {
      ...bindOperations(transport, names.invoices),
      schedules: bindOperations(transport, names.schedules),
    },
    payments: bindOperations(transport, names.payments),
    entitlements: bindOperations(transport, names.entitlements),
    credits: bindOperations(transport, names.credits),
    workflows: {
      ...bindOperations(transport, names.workflows),
      /** A run's changes while it goes; ends with the run. */
      watch: (workflowId: string, runId: string, signal?: AbortSignal): AsyncGenerator<RunChange> =>
        watchRun(transport, workflowId, runId, signal),
    },
    webhookEndpoints: bindOperations(transport, names.webhookEndpoints),
    /** Any operation of `@atrium/contracts`. */
    call: transport.call,
    /** Any path, for what no operation describes. */
    request: transport.request,
  }
}

export type Client = ReturnType<typeof createClient>
