import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { toast } from '../ui/toast.ts'
import { nameOf, type PostCard } from './post-card.ts'
import { changePostMutation } from './post-changes.ts'
import { momentText } from './post-times.ts'
import { reasonOf } from './reason-of.ts'
import { isPast } from './zoned-time.ts'

const shortName = (card: PostCard): string => {
  const name = nameOf(card)
  return name.length > 40 ? `${name.slice(0, 40)}…` : name
}

/** Moves a post to another moment: shown at once, with an undo, and taken back with the reason when it is refused. */
export function useMovePost(zone: string): (card: PostCard, dueDate: string) => void {
  const { mutateAsync } = useMutation(changePostMutation(useQueryClient()))
  return useCallback(
    (card, dueDate) => {
      const { dueDate: before } = card
      if (dueDate === before) return
      if (isPast(dueDate, new Date())) {
        toast(`${shortName(card)} stays: ${momentText(dueDate, zone)} has passed`, { tone: 'bad' })
        return
      }
      const stays = (error: unknown) => toast(`${shortName(card)} stays: ${reasonOf(error)}`, { tone: 'bad' })
      mutateAsync({ card, patch: { dueDate } }).then((read) => {
        const undo = () => mutateAsync({ card: read.card, patch: { dueDate: before } }).catch(stays)
        // A scheduled post with a time that has passed would go out at once.
        const isSafe = card.status !== 'reviewed' || (before !== null && !isPast(before, new Date()))
        toast(
          `Moved to ${momentText(dueDate, zone)}`,
          isSafe ? { action: { label: 'Undo', run: () => void undo() } } : {},
        )
      }, stays)
    },
    [mutateAsync, zone],
  )
}
