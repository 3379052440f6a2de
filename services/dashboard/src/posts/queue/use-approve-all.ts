import { cardTitle } from '@atrium/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../ui/toast.ts'
import type { PostCard } from '../post-card.ts'
import { approveAllMutation } from '../post-changes.ts'
import { toastReason } from '../to-reason.ts'
import { isReady } from './readiness.ts'

const named = 2

/**
 * Approves the chosen drafts together. Rejected drafts stay chosen. Drafts without a channel or a
 * future time are left out.
 */
export function useApproveAll(setChosen: (ids: ReadonlySet<string>) => void) {
  const { mutateAsync, isPending } = useMutation(approveAllMutation(useQueryClient()))
  const approve = (selected: readonly PostCard[]): void => {
    const fit = selected.filter((card) => isReady(card, new Date()))
    const left = selected.length - fit.length
    if (fit.length === 0) {
      toast('Each post needs an account and a time in the future', { tone: 'bad' })
      return
    }
    mutateAsync(fit).then(({ changed, refused }) => {
      setChosen(new Set(refused.map(({ id }) => id)))
      const count = changed.length === 1 ? '1 post' : `${changed.length} posts`
      if (changed.length > 0)
        toast(
          left === 0 ? `Approved ${count}` : `Approved ${count}; ${left} cannot be approved yet`,
        )
      for (const { id, message } of refused.slice(0, named)) {
        const card = fit.find((post) => post.id === id)
        const name = card === undefined ? 'A post' : cardTitle(card).slice(0, 40)
        toast(`${name} stays: ${message}`, { tone: 'bad' })
      }
    }, toastReason)
  }
  return { approve, isPending }
}
