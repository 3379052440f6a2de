import { Group, Textarea } from '@mantine/core'
import { useDraftText } from '../platform/drafts/use-draft.ts'
import { BusyButton } from './busy-button.tsx'
import { FormAlert } from './feedback/form-alert.tsx'

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
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (note.trim() === '') return
        // This also runs after the field is closed. A refusal is shown above.
        void onAdd(note.trim()).then(
          () => write(''),
          () => undefined,
        )
      }}
    >
      <FormAlert error={error} />
      <Textarea
        aria-label="Note"
        placeholder="Write a note"
        autosize
        minRows={minRows}
        maxRows={10}
        maxLength={20_000}
        dir="auto"
        value={note}
        onChange={(event) => write(event.currentTarget.value)}
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
