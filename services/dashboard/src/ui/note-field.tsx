import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDraftText } from '../platform/drafts/use-draft.ts'
import { membersQuery } from '../platform/records/shared-queries.ts'
import { BusyButton } from './busy-button.tsx'
import { FormAlert } from './feedback/form-alert.tsx'
import { MentionField } from './mention-field.tsx'
import { writeMentions } from './text/mentions.ts'

interface NoteFieldProps {
  readonly id: string
  readonly minRows: number
  readonly error: unknown
  readonly pending: boolean
  readonly onAdd: (note: string) => Promise<unknown>
}

/** Adds a note to a card. Typed text stays as a draft until the note is stored. */
export function NoteField({ id, minRows, error, pending, onAdd }: NoteFieldProps) {
  const [note, write] = useDraftText(`note.${id}`)
  const { data: members = [] } = useQuery(membersQuery)
  const mentioned = members.map(({ userId, user }) => ({ userId, name: user.name }))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (note.trim() === '') return
        // This also runs after the field is closed. A refusal is shown above.
        void onAdd(writeMentions(note.trim(), mentioned)).then(
          () => write(''),
          () => undefined,
        )
      }}
    >
      <FormAlert error={error} />
      <MentionField
        aria-label="Note"
        placeholder="Write a note, and mention somebody with @"
        autosize
        minRows={minRows}
        maxRows={10}
        maxLength={20_000}
        dir="auto"
        value={note}
        onWrite={write}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
      {note.trim() !== '' && (
        <Group justify="flex-end" mt={8}>
          <BusyButton
            type="submit"
            size="compact-md"
            loading={pending}
            title="Ctrl or ⌘ with Enter"
          >
            Add the note
          </BusyButton>
        </Group>
      )}
    </form>
  )
}
