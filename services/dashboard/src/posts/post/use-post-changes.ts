import type { CardStatus } from '@atrium/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { deleteLater } from '../../ui/feedback/delete-later.ts'
import { toast, withUndo } from '../../ui/feedback/toast.tsx'
import { statusLabel } from '../../ui/status-looks.ts'
import type { PostCard } from '../post-card.ts'
import { approvePostMutation, changePostMutation, deletePost } from '../post-changes.ts'
import { momentText } from '../post-times.ts'
import { toastReason, toReason } from '../to-reason.ts'
import { isPast } from '../zoned-time.ts'

/**
 * Returns the status changes of a post. Each shows at once, reports its result, and has an undo
 * where possible.
 */
export function usePostChanges(zone: string) {
  const queryClient = useQueryClient()
  const { mutateAsync: change } = useMutation(changePostMutation(queryClient))
  const { mutateAsync: approve } = useMutation(approvePostMutation(queryClient))
  return useMemo(() => {
    const setStatus = (card: PostCard, status: CardStatus) =>
      change({ card, patch: { status } }).then(
        () => toast(`The post is now: ${statusLabel(status)}`),
        toastReason,
      )
    return {
      setStatus: (card: PostCard, status: CardStatus) => void setStatus(card, status),
      /** Returns a scheduled post to draft. The undo approves it for the same time. */
      unschedule(card: PostCard): void {
        const { dueDate } = card
        change({ card, patch: { status: 'draft' } }).then(({ card: draft }) => {
          const canUndo = dueDate !== null && !isPast(dueDate, new Date())
          toast(
            'The post is a draft again',
            canUndo ? withUndo(() => approve({ card: draft, dueDate }).catch(toastReason)) : {},
          )
        }, toastReason)
      },
      /** Schedules a draft. The response can warn that nothing will publish it. */
      approve(card: PostCard, dueDate: string): Promise<boolean> {
        return approve({ card, dueDate }).then(
          ({ warnings }) => {
            const [warning] = warnings
            if (warning !== undefined) toast(`${warning.message}. ${warning.fix}`, { tone: 'bad' })
            else toast(`Approved for ${momentText(dueDate, zone)}`)
            return true
          },
          (error) => {
            toastReason(error)
            return false
          },
        )
      },
      /** Hides a post at once and deletes it when the undo time has passed. */
      remove: ({ id }: PostCard) =>
        deleteLater({
          id,
          name: 'The post',
          toReason,
          send: () => deletePost(queryClient, id),
        }),
    }
  }, [queryClient, change, approve, zone])
}
