import type { Transaction } from './database.ts'

const dayMs = 86_400_000
const attemptDays = 90
// Calls are repeated within the same run. A call that is not charged yet is kept longer.
const callDays = 2
const unchargedDays = 30
// Longer than any network keeps an upload session or a media container.
const progressDays = 8

/** Deletes expired states, pickers and uploads, and old attempts, progress and paid calls. */
export async function deleteExpired(tx: Transaction, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs)
  await tx.deleteFrom('oauth_states').where('expires_at', '<', now).execute()
  // Kept for a day, so a late choice is refused with its reason.
  await tx.deleteFrom('pickers').where('expires_at', '<', before(1)).execute()
  await tx.deleteFrom('video_uploads').where('expires_at', '<', now).execute()
  await tx.deleteFrom('post_progress').where('updated_at', '<', before(progressDays)).execute()
  await tx
    .deleteFrom('paid_calls')
    .where('started_at', '<', before(callDays))
    .where((eb) =>
      eb.or([eb('state', '!=', 'answered'), eb('started_at', '<', before(unchargedDays))]),
    )
    .execute()
  await tx.deleteFrom('publish_attempts').where('started_at', '<', before(attemptDays)).execute()
}
