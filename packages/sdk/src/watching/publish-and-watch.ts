import { type Card, getCard, publishPostNow } from '@atrium/contracts'
import { pause } from '../pause.ts'
import type { Transport } from '../transport.ts'

/** The watch timeout in milliseconds (docs/reference/posts.md, "Publishing"). */
export const publishWatchMs = 60_000
const pollMs = 500

/**
 * A post after publish-now. `settled` is false if the watch timed out. The post may still be
 * published.
 */
export interface WatchedPost {
  card: Card
  runId: string
  settled: boolean
}

/**
 * Publishes a post now and watches its card until it is posted, failed or unconfirmed, or returned
 * to the queue for a later try. Throws `AtriumError` if the post cannot be started or read, and the
 * signal's reason on abort.
 */
export async function publishAndWatch(
  transport: Pick<Transport, 'call'>,
  taskId: string,
  signal?: AbortSignal,
  { withinMs = publishWatchMs }: { withinMs?: number } = {},
): Promise<WatchedPost> {
  const params = { id: taskId }
  const { runId } = await transport.call(publishPostNow, { params })
  const until = Date.now() + withinMs
  for (let claimed = false; ; ) {
    signal?.throwIfAborted()
    const card = await transport.call(getCard, { params })
    if (card.status === 'posting') claimed = true
    const settled = card.status !== 'posting' && (card.status !== 'reviewed' || claimed)
    if (settled || Date.now() >= until) return { card, runId, settled }
    await pause(Math.min(pollMs, withinMs), signal)
  }
}
