import { z } from 'zod'
import { defineRpc } from '../core/messages.ts'

/** The most candidates per call. Split a longer list into several calls. */
export const maxReleaseKeys = 1_000

/**
 * The time in milliseconds that the release routine may take from asking the owners to the last
 * deletion, by its monotonic clock. Candidates not deleted by then are kept. Owners keep their
 * fences far longer.
 */
export const releaseLeaseMs = 60_000

const Keys = z.array(z.string().max(200)).max(maxReleaseKeys)

export const ReleaseOutcome = z.object({
  /** Deleted now, or already missing. */
  released: z.array(z.string()),
  /** Kept because an owner uses the blob, or because an owner or the storage failed. */
  kept: z.array(z.string()),
})
export type ReleaseOutcome = z.infer<typeof ReleaseOutcome>

/**
 * The only release routine (docs/reference/assets.md, "Release"). Returns malformed keys and
 * another organisation's keys as kept. If an owner fails or does not respond, every candidate is
 * kept.
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
  /** This round's id, new for each call. It settles the owner's fences. */
  releaseId: z.string().min(1).max(100),
})
const SettledInput = LiveAssetsInput.omit({ keys: true }).extend({ released: Keys, kept: Keys })

/** A service with references to blobs, and how the release routine calls it. */
export interface RootOwner {
  name: string
  /**
   * Returns the keys in use. Until the round is settled or its fence expires, the owner refuses
   * every new reference to the other keys.
   */
  liveAssets: typeof BoardLiveAssets
  /** Tells the owner the outcome at the end of a round. Without this message the fences expire. */
  releaseSettled: typeof BoardReleaseSettled
  /** A name for people for what uses a blob, if the owner names no record. */
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
    subject,
    description,
    input: LiveAssetsInput,
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

/**
 * Every service that the release routine asks. If a service begins to reference blobs, add it here.
 */
export const rootOwners: readonly RootOwner[] = Object.freeze([
  boardRoots,
  identityRoots,
  invoicingRoots,
  workflowRoots,
])
