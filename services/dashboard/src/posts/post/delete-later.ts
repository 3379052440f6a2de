import { deleteCard } from '@atrium/contracts'
import type { QueryClient } from '@tanstack/react-query'
import { atrium } from '../../platform/api.ts'
import { beforeLeaving } from '../../platform/before-leaving.ts'
import { onOtherOrg } from '../../platform/other-org.ts'
import { toast } from '../../ui/toast.ts'
import { leavingPosts } from '../leaving-posts.ts'
import type { PostCard } from '../post-card.ts'
import { reasonOf } from '../reason-of.ts'

const undoMs = 8_000

/**
 * Takes a post out of sight at once and deletes it when the time for an undo is over, or before the session leaves the
 * organisation; a page that is closed before then leaves it as it was. A deleted post cannot be made again: its history and
 * its place at the network go with it.
 */
export function deleteLater(queryClient: QueryClient, { id }: PostCard): void {
  const undoable = new AbortController()
  const settle = () => {
    clearTimeout(timer)
    beforeLeaving.delete(send)
    onOtherOrg.delete(drop)
    undoable.abort()
  }
  const send = async () => {
    settle()
    await atrium
      .call(deleteCard, { params: { id } })
      .then(() => queryClient.invalidateQueries({ queryKey: ['cards'] }))
      .catch((error: unknown) => toast(`The post stays: ${reasonOf(error)}`, { tone: 'bad' }))
      .finally(() => leavingPosts.delete(id))
  }
  const stay = () => {
    settle()
    leavingPosts.delete(id)
  }
  // Another tab has changed the organisation: the session cannot reach the post any more.
  const drop = () => {
    stay()
    toast('The post stays: another tab changed the organisation first')
  }
  const timer = setTimeout(() => void send(), undoMs)
  leavingPosts.add(id)
  beforeLeaving.add(send)
  onOtherOrg.add(drop)
  toast('Deleted', { action: { label: 'Undo', run: stay }, until: undoable.signal })
}
