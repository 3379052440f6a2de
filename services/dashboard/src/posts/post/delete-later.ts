import { deleteCard } from '@atrium/contracts'
import type { QueryClient } from '@tanstack/react-query'
import { atrium } from '../../platform/api.ts'
import { toast } from '../../ui/toast.ts'
import { leavingPosts } from '../leaving-posts.ts'
import type { PostCard } from '../post-card.ts'
import { reasonOf } from '../reason-of.ts'

const undoMs = 8_000

/**
 * Takes a post out of sight at once and deletes it when the time for an undo is over; a page that is closed before then
 * leaves it as it was. A deleted post cannot be made again: its history and its place at the network go with it.
 */
export function deleteLater(queryClient: QueryClient, { id }: PostCard): void {
  leavingPosts.add(id)
  const stay = () => {
    clearTimeout(timer)
    leavingPosts.delete(id)
  }
  const timer = setTimeout(() => {
    atrium
      .call(deleteCard, { params: { id } })
      .then(() => queryClient.invalidateQueries({ queryKey: ['cards'] }))
      .catch((error: unknown) => toast(`The post stays: ${reasonOf(error)}`, { tone: 'bad' }))
      .finally(() => leavingPosts.delete(id))
  }, undoMs)
  toast('Deleted', { action: { label: 'Undo', run: stay } })
}
