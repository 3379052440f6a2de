import { type PostPublisher, UsersByIds } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import type { Ctx, Deps } from '../deps.ts'

/**
 * Returns the caller with their current name for the post. The name is empty if identity does not
 * respond.
 */
export async function readPublisher(
  deps: Deps,
  { principal: { userId } }: Ctx,
): Promise<PostPublisher> {
  const found = await callRpc(deps.bus, UsersByIds, { userIds: [userId] }).catch(
    (error: unknown) => {
      deps.logger.warn({ err: error, user: userId }, 'The name of a publisher could not be read')
      return undefined
    },
  )
  return { id: userId, name: found?.users[0]?.name ?? '' }
}
