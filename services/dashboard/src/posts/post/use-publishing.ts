import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { PostCard } from '../post-card.ts'
import { publishNowMutation } from '../post-changes.ts'
import { toastReason } from '../to-reason.ts'

const patienceMs = 60_000

// A draft is approved for now; a network that is not ready names a time at least a minute away.
const soonMs = 20_000

interface Begun extends Pick<PostCard, 'status' | 'dueDate'> {
  readonly at: number
}

/** Publishes a post at once, and waits until its state says what became of it. */
export function usePublishing(card: PostCard) {
  const { status, dueDate } = card
  const [begun, setBegun] = useState<Begun>()
  const [isLate, setIsLate] = useState(false)
  const { mutateAsync } = useMutation(publishNowMutation(useQueryClient()))
  const isPostponed = begun !== undefined && status === 'reviewed' && wasPostponed(begun, dueDate)
  // A draft is approved on the way.
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

/** Whether the network put a post off: it is scheduled again, for another time than before. */
const wasPostponed = ({ dueDate: before, at }: Begun, dueDate: string | null): boolean =>
  dueDate !== null && dueDate !== before && Date.parse(dueDate) > at + soonMs
