import { type QueryClient, useMutation } from '@tanstack/react-query'
import { toast } from '../../ui/toast.ts'
import type { PostCard } from '../post-card.ts'
import { changePostMutation } from '../post-changes.ts'
import { toastReason } from '../reason-of.ts'

/** A person's word on an unconfirmed post. */
export function useUnconfirmed(queryClient: QueryClient, card: PostCard) {
  const { mutateAsync, isPending } = useMutation(changePostMutation(queryClient))
  return {
    isPending,
    as: (status: 'posted' | 'failed'): void => {
      mutateAsync({ card, patch: { status } }).then(
        () => toast(status === 'posted' ? 'Noted as published' : 'Noted as not published'),
        toastReason,
      )
    },
  }
}
