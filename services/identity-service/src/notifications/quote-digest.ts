import { inTransaction } from '@atrium/database'
import { queueMails } from '@atrium/mailer'
import type { Background } from '@atrium/service-kit'
import type { IdentityConfig } from '../config.ts'
import type { Deps } from '../deps.ts'
import { quoteDigest } from './compose.ts'
import { findOrgName } from './notifications.db.ts'
import {
  type DigestOwner,
  findNoticeAddress,
  listDigestOwners,
  takeDigestEntries,
} from './quote-digest.db.ts'

const ownersAtOnce = 100

type DigestDeps = Pick<Deps, 'db' | 'logger'> & {
  readonly config: Pick<IdentityConfig, 'quoteRecipient' | 'dashboardUrl'>
}

/**
 * Mails each owner the quote requests from before today (UTC), in one mail a day for each
 * organisation.
 */
export async function sendQuoteDigests(deps: DigestDeps, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const owners = await listDigestOwners(deps.db, ownersAtOnce)
    for (const owner of owners) {
      if (signal?.aborted) return
      await sendDigest(deps, owner)
    }
    if (owners.length < ownersAtOnce) return
  }
}

/**
 * Removes the requests and queues their mail in one transaction, so a crash neither loses nor
 * repeats them.
 */
const sendDigest = ({ db, logger, config }: DigestDeps, owner: DigestOwner): Promise<void> =>
  inTransaction(db, undefined, async (tx) => {
    const taken = await takeDigestEntries(tx, owner)
    const entries = taken.toSorted((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime())
    const orgName = await findOrgName(tx, owner.orgId)
    if (entries.length === 0 || orgName === undefined) return
    const recipient = (await findNoticeAddress(tx, owner)) ?? config.quoteRecipient
    if (recipient === undefined) {
      logger.warn({ org: owner.orgId }, '[mail] no recipient for the digest of quote requests')
      return
    }
    const { orgId } = owner
    await queueMails(tx, [
      quoteDigest(recipient, { orgId, orgName, entries, dashboardUrl: config.dashboardUrl }),
    ])
  })

export const quoteDigests = (deps: DigestDeps): Background => ({
  name: 'quote-digests',
  everyMs: 10 * 60_000,
  run: (signal) => sendQuoteDigests(deps, signal),
})
