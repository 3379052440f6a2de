import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { PostCard } from '../post-card.ts'
import { publishNowMutation } from '../post-changes.ts'
import { toastReason } from '../to-reason.ts'

const patienceMs = 60_000

// Publishing now sets a draft's due date to now. A network that is not ready sets it at least a
// minute later.
const soonMs = 20_000

interface Begun extends Pick<PostCard, 'status' | 'dueDate'> {
  readonly at: number
}

/** Publishes a post now and waits until its status shows the result. */
export function usePublishing(card: PostCard) {
  const { status, dueDate } = card
  const [begun, setBegun] = useState<Begun>()
  const [isLate, setIsLate] = useState(false)
  const { mutateAsync } = useMutation(publishNowMutation(useQueryClient()))
  const isPostponed = begun !== undefined && status === 'reviewed' && wasPostponed(begun, dueDate)
  // A draft passes through the status `reviewed`.
  const isWaiting =
    begun !== undefined && !isPostponed && (status === begun.status || status === 'reviewed')
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setIsLate(true), patienceMs)
    return () => clearTimeout(timer)
  }, [isWaiting])
  const start = () => {
    setIsLate(false)
    setBegun({ status, dueDate, at: Date.now() })
    mutateAsync(card).catch((error: unknown) => {
      setBegun(undefined)
      toastReason(error)
    })
  }
  return { isWaiting, isLate, isPostponed, start }
}

/** Returns true if the network postponed the post: it is scheduled again for a later time. */
const wasPostponed = ({ dueDate: before, at }: Begun, dueDate: string | null): boolean =>
  dueDate !== null && dueDate !== before && Date.parse(dueDate) > at + soonMs
