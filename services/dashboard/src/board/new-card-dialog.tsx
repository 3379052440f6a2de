import { Button, Group, Modal, Select, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRequestKeys } from '../platform/connection/request-keys.ts'
import { useDraft } from '../platform/drafts/use-draft.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { createCardMutation } from './board-queries.ts'
import type { BoardSearch } from './board-search.ts'
import { kindLabel } from './card-kind.tsx'
import { findColumn } from './columns/columns.ts'

const kinds = (['task', 'link', 'contact'] as const).map((value) => ({
  value,
  label: kindLabel(value),
}))
const empty = { title: '', body: '', url: '', email: '' }
type Values = typeof empty & { kind: 'task' | 'link' | 'contact' }

const isEmpty = ({ kind: _, ...texts }: Values) =>
  Object.values(texts).every((text) => text.trim() === '')

interface NewCardDialogProps {
  readonly kind: Values['kind']
  /** The first column of a new task or contact. A link starts in its own column. */
  readonly column: BoardSearch['column']
  readonly onClose: () => void
  readonly onCreated: () => void
}

/**
 * Creates a task, a link from its address, or a contact. Typed text survives the page until the
 * card exists.
 */
export function NewCardDialog({ kind: first, column, onClose, onCreated }: NewCardDialogProps) {
  const [left, keep] = useDraft<Values>('new-card')
  const keyed = useRequestKeys()
  const form = useForm<Values>({
    initialValues: left ?? { kind: first, ...empty },
    onValuesChange: (values) => keep(isEmpty(values) ? undefined : values),
    validate: {
      title: (title, { kind }) => (kind !== 'link' && title.trim() === '' ? 'Enter a title' : null),
      url: (url, { kind }) =>
        kind === 'link' && !/^https?:\/\/\S+$/.test(url.trim()) ? 'An http or https address' : null,
      email: (email, { kind }) =>
        kind === 'contact' && email.trim() !== '' && !email.includes('@')
          ? 'An address such as you@example.com'
          : null,
    },
  })
  const create = useMutation(
    createCardMutation(useQueryClient(), () => {
      keep(undefined)
      toast('The card is on the board')
      onCreated()
    }),
  )
  const { kind } = form.values
  const submit = ({ title, body, url, email }: Values) => {
    if (kind === 'link') return create.mutate({ url: url.trim() })
    const fields =
      kind === 'contact' && email.trim() !== '' ? { fields: { email: email.trim() } } : {}
    const status = column === undefined ? {} : { status: column }
    const card = { kind, title: title.trim(), body, ...fields, ...status }
    // The error is shown in the form.
    void keyed(card, (key) => create.mutateAsync({ body: card, key })).catch(() => undefined)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        column === undefined || kind === 'link'
          ? 'New card'
          : `New card in ${findColumn(column).label}`
      }
      size="lg"
    >
      <form className="fields" onSubmit={form.onSubmit(submit)}>
        <FormAlert error={create.error} />
        {kind === 'link' ? (
          <TextInput
            label="Address"
            type="url"
            placeholder="https://"
            maxLength={2_048}
            data-autofocus
            {...form.getInputProps('url')}
          />
        ) : (
          <>
            <TextInput
              label={kind === 'contact' ? 'Name' : 'Title'}
              maxLength={500}
              dir="auto"
              data-autofocus
              {...form.getInputProps('title')}
            />
            {kind === 'contact' && (
              <TextInput
                label="Email"
                type="email"
                maxLength={254}
                {...form.getInputProps('email')}
              />
            )}
            <Textarea
              label="Notes"
              autosize
              minRows={4}
              maxRows={14}
              maxLength={100_000}
              dir="auto"
              {...form.getInputProps('body')}
            />
          </>
        )}
        <Group justify="space-between">
          <Select
            aria-label="Kind"
            w={140}
            data={kinds}
            allowDeselect={false}
            {...form.getInputProps('kind')}
          />
          <Group gap={8} ml="auto">
            <Button
              variant="default"
              onClick={() => {
                // If the user closes the dialog without sending, for example with Escape, the typed
                // text stays.
                keep(undefined)
                onClose()
              }}
            >
              Cancel
            </Button>
            <BusyButton type="submit" loading={create.isPending}>
              Create card
            </BusyButton>
          </Group>
        </Group>
      </form>
    </Modal>
  )
}
