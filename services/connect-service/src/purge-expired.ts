import { inTransaction } from '@atrium/database'
import { forgetHomeless } from './channels/forget-channels.ts'
import { revokeAll } from './channels/revoke-tokens.ts'
import type { Deps } from './deps.ts'

const attemptDays = 90
// Longer than any network keeps an upload's session or a media container.
const progressDays = 8

/**
 * Removes states and pickers that ran out, attempts and progress that nobody asks about any more, and channels from
 * before each belonged to an org that belong to none.
 */
export async function purgeExpired(deps: Deps): Promise<void> {
  const now = deps.now()
  const homeless = await inTransaction(deps.db, undefined, async (tx) => {
    await tx.deleteFrom('oauth_states').where('expires_at', '<', now).execute()
    // A picker is kept for a day, so that a late choice is told why it is refused.
    const dayAgo = new Date(now.getTime() - 86_400_000)
    await tx.deleteFrom('pickers').where('expires_at', '<', dayAgo).execute()
    await tx.deleteFrom('video_uploads').where('expires_at', '<', now).execute()
    const old = new Date(now.getTime() - attemptDays * 86_400_000)
    const stale = new Date(now.getTime() - progressDays * 86_400_000)
    await tx.deleteFrom('post_progress').where('updated_at', '<', stale).execute()
    await tx.deleteFrom('publish_attempts').where('started_at', '<', old).execute()
    return forgetHomeless(tx)
  })
  revokeAll(deps, homeless)
}
