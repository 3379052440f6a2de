import { hash } from 'node:crypto'
import {
  AdmitMail,
  type AdmittedMail,
  cardErrors,
  type MailPost,
  maxTimelineBody,
  type PostFailure,
  type PostOutcome,
  publishedParts,
  RoleOf,
  type StoppedReason,
} from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { hasRoomForMails, queueWithinLimit, strangerText } from '@atrium/mailer'
import { callRpc } from '@atrium/messaging'
import type { StoredCard } from '../cards/card-view.ts'
import { isMail, postContent } from '../cards/post-input.ts'
import { getLockedPost, getStoredCard } from '../cards/stored-cards.ts'
import type { CardRow, PostRow, Transaction } from '../database.ts'
import { agentCtx, type Deps, type InputOf, type OutputOf } from '../deps.ts'
import { appendEntry } from '../timeline/timeline.ts'
import { findActor } from './channel-rights.ts'
import { countPost, settleLocked } from './claim-post.ts'

/** A mail expires if no provider accepts it within three days. */
const usefulForSeconds = 3 * 86_400

type Outcome = OutputOf<typeof MailPost>

const failures = {
  not_configured: {
    message: 'Emails cannot be sent here, because no mail sender is set up',
    fix: 'Ask an administrator of Atrium to set up a mail sender, then approve the post again',
  },
  not_a_member: {
    message: 'The person who approved this post is no longer a member of the organisation',
    fix: 'Approve the post again',
  },
  sender_not_verified: {
    message: 'Mails to people outside the organisation need an owner with a confirmed address',
    fix: 'Ask an owner to confirm their address in Settings, then approve the post again',
  },
  mail_limit: {
    message: 'Your organisation has reached its mail limit for now',
    fix: 'Approve the post again tomorrow',
  },
  no_recipient: {
    message: 'All recipients have unsubscribed from your mails or cannot be reached',
    fix: 'Change the recipients and approve the post again',
  },
} as const

const failed = (kind: keyof typeof failures): PostFailure => ({ class: kind, ...failures[kind] })

const reasons: Readonly<Record<StoppedReason, string>> = {
  unsubscribed: 'unsubscribed from your mails',
  bounced: 'could not be reached',
  complained: 'reported your mail as unwanted',
}

/**
 * Publishes a claimed post by mail. Queues a mail per recipient and settles the claim in one
 * transaction, so a crash leaves both or nothing. Throws `not_a_post`, `claim_lost`, and
 * `unavailable` if identity does not respond.
 */
export async function mailPost(deps: Deps, input: InputOf<typeof MailPost>): Promise<Outcome> {
  const { orgId, taskId, token } = input
  const stored = await getStoredCard(deps, orgId, taskId)
  const earlierOutcome = requireClaim(stored, token)
  if (earlierOutcome !== undefined) return earlierOutcome
  const { admission, refused } = await admitPost(deps, stored, token)
  let counted: PostOutcome | undefined
  const outcome = await inTransaction(deps.db, undefined, async (tx): Promise<Outcome> => {
    const locked = await getLockedPost(tx, orgId, taskId)
    // A concurrent repetition of the call may have settled the claim first.
    const settled = requireClaim(locked, token)
    if (settled !== undefined) return settled
    const failure = refused ?? (admission && (await queueAll(tx, locked, admission, token)))
    const result: PostOutcome =
      failure === undefined
        ? { outcome: 'posted', externalId: null, externalUrl: null }
        : { outcome: 'failed', failure }
    await settleLocked(deps, tx, locked, { ...input, result })
    counted = result
    if (admission !== undefined) await noteSkipped(deps, tx, { stored: locked, admission, token })
    return failure === undefined ? { outcome: 'posted' } : { outcome: 'failed', failure }
  })
  if (counted !== undefined) countPost(deps, counted)
  return outcome
}

/** Returns a settled claim's outcome, or undefined if it is still open. Throws `claim_lost`. */
function requireClaim({ card, post }: StoredCard, token: string): Outcome | undefined {
  if (post === undefined || !isMail(post.platform)) throw cardErrors.not_a_post()
  if (post.claim_token !== token) throw cardErrors.claim_lost()
  if (card.status === 'posted') return { outcome: 'posted' }
  if (card.status === 'failed' && post.failure !== null)
    return { outcome: 'failed', failure: post.failure }
  if (card.status !== 'posting') throw cardErrors.claim_lost()
  return undefined
}

/**
 * The admitted recipients, or why there are none. Has both if all recipients are skipped, and never
 * neither.
 */
interface Admission {
  admission?: AdmittedMail
  refused?: PostFailure
}

/**
 * Asks identity for a post's permitted recipients. The token makes repeated requests count the
 * recipients once.
 */
async function admitPost(deps: Deps, stored: StoredCard, token: string): Promise<Admission> {
  if (!deps.config.canMail) return { refused: failed('not_configured') }
  const orgId = stored.card.org_id
  const { role } = await callRpc(deps.bus, RoleOf, { orgId, userId: findActor(stored) })
  if (role === null) return { refused: failed('not_a_member') }
  const recipients = stored.post?.to ?? []
  // A refusal after `AdmitMail` would waste the daily allowance, because identity has counted the
  // recipients by then and a new approval counts them again.
  const keys = recipients.map((address) => mailKey(token, address))
  if (!(await hasRoomForMails(deps.db, orgId, keys))) return { refused: failed('mail_limit') }
  const admission = await callRpc(deps.bus, AdmitMail, { orgId, key: `post:${token}`, recipients })
  const { refusal, admitted } = admission
  if (refusal !== null) return { refused: { ...failed(refusal.code), message: refusal.message } }
  return admitted.length === 0 ? { admission, refused: failed('no_recipient') } : { admission }
}

/** Queues a post's mails, or returns why it cannot. */
async function queueAll(
  tx: Transaction,
  post: { card: CardRow; post: PostRow },
  admission: AdmittedMail,
  token: string,
): Promise<PostFailure | undefined> {
  const mails = composeMails(post, admission, token)
  const outcome = await queueWithinLimit(tx, post.card.org_id, mails)
  return outcome === 'refused' ? failed('mail_limit') : undefined
}

/**
 * Hashes the address, because the key goes to the mail provider, and the provider limits its
 * length.
 */
const mailKey = (token: string, address: string): string =>
  `post:${token}:${hash('sha256', address.toLowerCase()).slice(0, 32)}`

function composeMails(
  { card, post }: { card: CardRow; post: PostRow },
  admission: AdmittedMail,
  token: string,
) {
  const { text } = publishedParts(postContent(card, post))
  return admission.admitted.map(({ address, unsubscribeUrl }) => ({
    key: mailKey(token, address),
    recipient: address,
    subject: card.title,
    ...(unsubscribeUrl === null
      ? { text }
      : { text: strangerText(text, admission.sender, unsubscribeUrl), unsubscribeUrl }),
    usefulForSeconds,
  }))
}

async function noteSkipped(
  deps: Deps,
  tx: Transaction,
  {
    stored: { card },
    admission: { skipped },
    token,
  }: { stored: { card: CardRow }; admission: AdmittedMail; token: string },
): Promise<void> {
  if (skipped.length === 0) return
  const lines = skipped.map(
    ({ address, reason }) => `No mail to ${address}: the recipient ${reasons[reason]}.`,
  )
  const ctx = { ...agentCtx(card.org_id, card.owner_id, 'board'), tx }
  const entry = { kind: 'system', body: lines.join('\n').slice(0, maxTimelineBody) }
  await appendEntry(deps, ctx, { taskId: card.id, input: entry, key: `mail:${token}` })
}
