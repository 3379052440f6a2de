import { inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import { NetworkError } from '../network/network-error.ts'
import type { PostProgress } from '../providers/provider.ts'
import { sealContext } from '../tokens/token-vault.ts'
import type { NewAttempt } from './attempts.db.ts'
import { findProgress, saveProgress } from './progress.db.ts'

// Starting again could create a second post if the content has already arrived.
const unreadable =
  'An earlier attempt began to send this post, and its state can no longer be read. ' +
  'Check whether the network shows the post'

/**
 * Stores the sealed state of the attempts at one card content. Throws `NetworkError` if no key
 * opens the state.
 */
export function postProgress(deps: Deps, attempt: NewAttempt): PostProgress {
  const { vault } = deps
  if (vault === null) throw new Error('Nothing is published without the key of the tokens')
  const { channel_id, task_id, fingerprint } = attempt
  const key = { channel_id, task_id, fingerprint }
  const context = sealContext.progress(channel_id, task_id)
  return {
    async recall() {
      const sealed = await findProgress(deps.db, key)
      if (sealed === undefined) return undefined
      const opened = vault.open(sealed, context)
      if (opened === undefined) throw new NetworkError('fix_content', unreadable)
      return opened.text
    },
    async keep(value) {
      const row = { ...key, value: vault.seal(value, context), updated_at: deps.now() }
      await inTransaction(deps.db, undefined, (tx) => saveProgress(tx, row))
    },
  }
}
