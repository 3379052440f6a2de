import { inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import type { PostProgress } from '../providers/provider.ts'
import { sealContext } from '../tokens/token-vault.ts'
import type { NewAttempt } from './attempts.db.ts'

/**
 * How far the attempts at one post came, kept sealed: an upload's session lets anybody go on with it. The same
 * card with another content begins anew.
 */
export function postProgress(deps: Deps, attempt: NewAttempt): PostProgress {
  const { vault } = deps
  if (vault === null) throw new Error('Nothing is published without the key of the tokens')
  const { channelId, taskId, fingerprint } = attempt
  const context = sealContext.progress(channelId, taskId)
  return {
    async recall() {
      const row = await deps.db
        .selectFrom('post_progress')
        .select('value')
        .where('channel_id', '=', channelId)
        .where('task_id', '=', taskId)
        .where('fingerprint', '=', fingerprint)
        .executeTakeFirst()
      return row === undefined ? undefined : vault.open(row.value, context).value
    },
    keep: (value) =>
      inTransaction(deps.db, undefined, async (tx) => {
        const fresh = { value: vault.seal(value, context), updated_at: deps.now() }
        await tx
          .insertInto('post_progress')
          .values({ channel_id: channelId, task_id: taskId, fingerprint, ...fresh })
          .onConflict((conflict) =>
            conflict.columns(['channel_id', 'task_id', 'fingerprint']).doUpdateSet(fresh),
          )
          .execute()
      }),
  }
}
