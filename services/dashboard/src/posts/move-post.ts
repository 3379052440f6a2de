import { cardTitle } from '@atrium/contracts'
import type { QueryClient } from '@tanstack/react-query'
import { toast, withUndo } from '../ui/feedback/toast.tsx'
import type { PostCard } from './post-card.ts'
import { changePostMutation } from './post-changes.ts'
import { momentText } from './post-times.ts'
import { toReason } from './to-reason.ts'
import { isPast } from './zoned-time.ts'

const shortName = (card: PostCard): string => {
  const name = cardTitle(card)
  return name.length > 40 ? `${name.slice(0, 40)}…` : name
}

/**
 * Moves a post to another time. The move shows at once with an undo, and rolls back with the reason
 * if the platform rejects it.
 */
export async function movePost(
  queryClient: QueryClient,
  zone: string,
  card: PostCard,
  dueDate: string,
): Promise<void> {
  const { dueDate: before } = card
  if (dueDate === before) return
  if (isPast(dueDate, new Date())) {
    toast(`${shortName(card)} stays: ${momentText(dueDate, zone)} has passed`, { tone: 'bad' })
    return
  }
  const put = (moved: PostCard, to: string | null) =>
    queryClient
      .getMutationCache()
      .build(queryClient, changePostMutation(queryClient))
      .execute({ card: moved, patch: { dueDate: to } })
  const stays = (error: unknown) =>
    toast(`${shortName(card)} stays: ${toReason(error)}`, { tone: 'bad' })
  try {
    const read = await put(card, dueDate)
    const undo = () => put(read.card, before).catch(stays)
    // A scheduled post would go out at once if an undo gave it a time in the past.
    const isSafe = card.status !== 'reviewed' || (before !== null && !isPast(before, new Date()))
    toast(`Moved to ${momentText(dueDate, zone)}`, isSafe ? withUndo(undo) : {})
  } catch (error) {
    stays(error)
  }
}
