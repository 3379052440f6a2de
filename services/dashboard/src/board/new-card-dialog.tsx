import { Button, Group, Modal, Select, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormAlert } from '../ui/form-alert.tsx'
import { toast } from '../ui/toast.ts'
import classes from './board.module.css'
import { captureLinkMutation, createCardMutation } from './board-queries.ts'
import { kindLabel } from './card-kind.tsx'

const kinds = (['task', 'link', 'contact'] as const).map((value) => ({ value, label: kindLabel(value) }))

/** A new card: a task, a link by its address, or a contact. */
export function NewCardDialog({ onClose, onCreated }: { onClose: () => void; onCreated: () => void }) {
  const queryClient = useQueryClient()
  const [key] = useState(() => crypto.randomUUID())
  const form = useForm({
    initialValues: { kind: 'task', title: '', body: '', url: '' },
    validate: {
      title: (title, { kind }) => (kind !== 'link' && title.trim() === '' ? 'A title is needed' : null),
      url: (url, { kind }) =>
        kind === 'link' && !/^https?:\/\/\S+$/.test(url) ? 'An http or https address' : null,
    },
  })
  const created = () => {
    toast('The card is on the board')
    onCreated()
  }
  const create = useMutation({
    ...createCardMutation(queryClient),
    onSuccess: (...result) => {
      createCardMutation(queryClient).onSuccess?.(...result)
      created()
    },
  })
  const capture = useMutation({
    ...captureLinkMutation(queryClient),
    onSuccess: (...result) => {
      captureLinkMutation(queryClient).onSuccess?.(...result)
      created()
    },
  })
  const { kind } = form.values
  return (
    <Modal opened onClose={onClose} title="New card" size="lg">
      <form
        className={classes.drawer}
        onSubmit={form.onSubmit(({ title, body, url }) => {
          if (kind === 'link') capture.mutate(url)
          else create.mutate({ body: { kind: kind as 'task' | 'contact', title: title.trim(), body }, key })
        })}
      >
        <FormAlert error={create.error ?? capture.error} />
        {kind === 'link' ? (
          <TextInput
            label="Address"
            type="url"
            placeholder="https://"
            data-autofocus
            {...form.getInputProps('url')}
          />
        ) : (
          <>
            <TextInput label="Title" maxLength={500} data-autofocus {...form.getInputProps('title')} />
            <Textarea label="Notes" autosize minRows={4} maxRows={14} {...form.getInputProps('body')} />
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
          <Group gap={8}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending || capture.isPending}>
              Create card
            </Button>
          </Group>
        </Group>
      </form>
    </Modal>
  )
}
