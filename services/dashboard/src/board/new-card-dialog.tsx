import {
  Button,
  Group,
  Input,
  Modal,
  Select,
  SimpleGrid,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRequestKeys } from '../platform/connection/request-keys.ts'
import { useDraft } from '../platform/drafts/use-draft.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { createCardMutation } from './board-queries.ts'
import type { BoardSearch } from './board-search.ts'
import { DueField, dueLabelId } from './card/due-field.tsx'
import { AssigneeField } from './card/people-fields.tsx'
import { kindLabel } from './card-kind.tsx'
import { moveTo } from './columns/columns.ts'
import { useColumns } from './columns/use-columns.ts'
import { readDue } from './due.ts'

const kinds = (['task', 'link', 'contact'] as const).map((value) => ({
  value,
  label: kindLabel(value),
}))
const empty = { title: '', body: '', url: '', email: '' }
type Values = typeof empty & {
  kind: 'task' | 'link' | 'contact'
  assigneeId: string | null
  /** A day or a moment, as in a request. */
  dueDate: string | null
  tags: string[]
}

const isEmpty = ({ title, body, url, email }: Values) =>
  [title, body, url, email].every((text) => text.trim() === '')

const nobody = { assigneeId: null, dueDate: null, tags: [] }

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
    // A draft from an earlier release has only the texts.
    initialValues: { kind: first, ...empty, ...nobody, ...left },
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
  const place = useColumns(false).find(({ id }) => id === column)
  const submit = ({ title, body, url, email, assigneeId, dueDate, tags }: Values) => {
    if (kind === 'link') return create.mutate({ url: url.trim() })
    const fields =
      kind === 'contact' && email.trim() !== '' ? { fields: { email: email.trim() } } : {}
    const status = place === undefined ? {} : moveTo(place, [{ status: 'todo' }])
    const people = assigneeId === null ? {} : { assigneeId }
    const due = dueDate === null ? {} : { dueDate }
    const card = { kind, title: title.trim(), body, tags, ...people, ...due, ...fields, ...status }
    // The error is shown in the form.
    void keyed(card, (key) => create.mutateAsync({ body: card, key })).catch(() => undefined)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={place === undefined || kind === 'link' ? 'New card' : `New card in ${place.label}`}
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
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={12}>
              <AssigneeField
                label="Assignee"
                value={form.values.assigneeId}
                onChange={(assigneeId) => form.setFieldValue('assigneeId', assigneeId)}
              />
              <TagsInput
                label="Tags"
                placeholder={form.values.tags.length === 0 ? 'Add a tag' : ''}
                maxTags={50}
                maxLength={100}
                {...form.getInputProps('tags')}
              />
            </SimpleGrid>
            <div>
              <Input.Label id={dueLabelId} labelElement="div">
                Due
              </Input.Label>
              <DueField
                due={readDue(form.values.dueDate)}
                onChange={(dueDate) => form.setFieldValue('dueDate', dueDate)}
              />
            </div>
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
