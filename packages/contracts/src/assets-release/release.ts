import { z } from 'zod'
import { defineRpc } from '../core/messages.ts'

/** Most candidates of one call; a longer list goes in several. */
export const maxReleaseKeys = 1_000

/**
 * How long after it began to ask the owners the release routine may still delete, in milliseconds, by its own
 * monotonic clock. What is not deleted by then is kept. Owners keep their fences far longer than this.
 */
export const releaseLeaseMs = 60_000

const Keys = z.array(z.string().max(200)).max(maxReleaseKeys)

export const ReleaseOutcome = z.object({
  /** Gone: deleted now, or found missing. */
  released: z.array(z.string()),
  /** Still there: live somewhere, or an owner or the storage left a doubt. */
  kept: z.array(z.string()),
})
export type ReleaseOutcome = z.infer<typeof ReleaseOutcome>

/**
 * The one release routine (docs/reference/assets.md, "Release"). Keys of another org and malformed keys
 * come back as kept. An owner that fails or does not answer keeps every candidate.
 */
export const ReleaseAssets = defineRpc({
  subject: 'assets.release',
  description: 'Delete the candidates that nothing references any more',
  input: z.object({ orgId: z.string(), keys: Keys }),
  output: ReleaseOutcome,
  timeoutMs: 90_000,
})

const LiveAssetsInput = z.object({
  orgId: z.string(),
  keys: Keys,
  /** Names this round; the owner's fences are settled by it. Fresh for each call of the routine. */
  releaseId: z.string().min(1).max(100),
})
const SettledInput = LiveAssetsInput.omit({ keys: true }).extend({ released: Keys, kept: Keys })

/** Somebody who may point at blobs, and how the release routine speaks to them. */
export interface RootOwner {
  name: string
  /**
   * Which of the keys are live. From this answer until the round is settled (or its fence expires) the owner
   * refuses every new reference to the keys that it did not name.
   */
  liveAssets: typeof BoardLiveAssets
  /** The outcome of the round, sent at its end. Without the message the fences expire. */
  releaseSettled: typeof BoardReleaseSettled
  /** What is in use, for people, if the owner names no record of its own. */
  uses: string
}

export const BoardLiveAssets = defineRpc({
  subject: 'board.live-assets',
  description: 'Which of these blobs a card, a template, an instance or a published site points at',
  input: LiveAssetsInput,
  output: z.object({ live: z.array(z.string()) }),
  timeoutMs: 10_000,
})

const liveAssets = (subject: `${string}.live-assets`, description: string) =>
  defineRpc({
    ...{ subject, description, input: LiveAssetsInput },
    output: z.object({ live: z.array(z.string()) }),
    timeoutMs: 10_000,
  })

export const IdentityLiveAssets = liveAssets(
  'identity.live-assets',
  'Which of these blobs the settings of the organisation or a picture of a member points at',
)
export const InvoicingLiveAssets = liveAssets(
  'invoicing.live-assets',
  'Which of these blobs an offer, an event or an incoming document points at',
)
export const WorkflowLiveAssets = liveAssets(
  'workflow.live-assets',
  'Which of these blobs a workflow or a skill, or an earlier version of one, points at',
)

const releaseSettled = (subject: `${string}.release-settled`) =>
  defineRpc({
    subject,
    description: 'The end of a release round',
    input: SettledInput,
    output: z.object({}),
  })

export const BoardReleaseSettled = releaseSettled('board.release-settled')
export const IdentityReleaseSettled = releaseSettled('identity.release-settled')
export const InvoicingReleaseSettled = releaseSettled('invoicing.release-settled')
export const WorkflowReleaseSettled = releaseSettled('workflow.release-settled')

export const boardRoots: RootOwner = {
  name: 'board',
  liveAssets: BoardLiveAssets,
  releaseSettled: BoardReleaseSettled,
  uses: 'A card or page',
}
export const identityRoots: RootOwner = {
  name: 'identity',
  liveAssets: IdentityLiveAssets,
  releaseSettled: IdentityReleaseSettled,
  uses: 'The organisation’s logo or a member’s picture',
}
export const invoicingRoots: RootOwner = {
  name: 'invoicing',
  liveAssets: InvoicingLiveAssets,
  releaseSettled: InvoicingReleaseSettled,
  uses: 'A product, an event or an incoming document',
}
export const workflowRoots: RootOwner = {
  name: 'workflow',
  liveAssets: WorkflowLiveAssets,
  releaseSettled: WorkflowReleaseSettled,
  uses: 'A workflow or a writing guide',
}

/** Everyone whom the release routine asks. A service that begins to point at blobs is added here. */
export const rootOwners: readonly RootOwner[] = Object.freeze([
  boardRoots,
  identityRoots,
  invoicingRoots,
  workflowRoots,
])
