import { Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useDraftText } from '../../platform/drafts/use-draft.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { FormAlert } from '../../ui/feedback/form-alert.tsx'
import { toast, withUndo } from '../../ui/feedback/toast.tsx'
import { type PostCard, sentBackTag } from '../post-card.ts'
import { addPostNoteMutation, changePostMutation } from '../post-changes.ts'
import { toastReason } from '../to-reason.ts'
import classes from './queue.module.css'

export function SendBack({ card, onDone }: { card: PostCard; onDone: () => void }) {
  const queryClient = useQueryClient()
  const [note, write] = useDraftText(`review.${card.id}`)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const add = useMutation(addPostNoteMutation(queryClient))
  const change = useMutation(changePostMutation(queryClient))
  const send = async () => {
    const body = note.trim()
    // Do not add the note twice if an earlier attempt failed after adding it.
    if (!add.isSuccess || add.variables.body !== body)
      await add.mutateAsync({ id: card.id, kind: 'review', body })
    const { tags } = card
    const read = await change.mutateAsync({ card, patch: { tags: [...tags, sentBackTag] } })
    write('')
    onDone()
    const undo = () => change.mutateAsync({ card: read.card, patch: { tags } }).catch(toastReason)
    toast('Sent back with your note', withUndo(undo))
  }
  return (
    <form
      className={`stack ${classes.sendBack}`}
      onSubmit={(event) => {
        event.preventDefault()
        // The error is shown above the field.
        if (note.trim() !== '') void send().catch(() => undefined)
      }}
    >
      <FormAlert error={add.error ?? change.error} />
      <Textarea
        label="What should change?"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={20_000}
        ref={field}
        dir="auto"
        value={note}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
      />
      <BusyButton
        type="submit"
        size="compact-sm"
        disabled={note.trim() === ''}
        loading={add.isPending || change.isPending}
      >
        Send back with this note
      </BusyButton>
    </form>
  )
}
