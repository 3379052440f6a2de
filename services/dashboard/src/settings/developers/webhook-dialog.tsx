import type { WebhookEndpoint } from '@atrium/contracts'
import { Checkbox, Skeleton, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx'
import { fieldProblems } from '../../ui/feedback/to-refusal.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { ShownOnce } from '../shown-once.tsx'
import styles from './deliveries.module.css'
import {
  createEndpointMutation,
  eventTypesQuery,
  updateEndpointMutation,
} from './webhook-queries.ts'

export interface EndpointDraft {
  url: string
  all: boolean
  events: string[]
}

const fields = ['url', 'events'] as const

interface WebhookDialogProps {
  readonly form: UseFormReturnType<EndpointDraft>
  readonly endpoint: WebhookEndpoint | undefined
  readonly onClose: () => void
}

/**
 * Creates an endpoint, or edits the URL and events of `endpoint`. The page owns the draft, so
 * closing the dialog loses nothing.
 */
export function WebhookDialog({ form, endpoint, onClose }: WebhookDialogProps) {
  const queryClient = useQueryClient()
  const [key] = useState(() => crypto.randomUUID())
  const create = useMutation(createEndpointMutation(queryClient))
  const update = useMutation(updateEndpointMutation(queryClient))
  const error = create.error ?? update.error
  const failed = { onError: (refusal: unknown) => form.setErrors(fieldProblems(refusal, fields)) }
  const close = () => {
    if (create.isSuccess) form.reset()
    onClose()
  }
  if (create.isSuccess) {
    return (
      <ShownOnce
        title="The secret of the endpoint"
        label="Secret of the endpoint"
        secret={create.data.secret}
        onDone={close}
      >
        Give it to the receiver now: it is shown this once. The receiver verifies with it that a
        request comes from Atrium.
      </ShownOnce>
    )
  }
  return (
    <DialogForm
      title={endpoint === undefined ? 'New endpoint' : 'Change the endpoint'}
      action={endpoint === undefined ? 'Add the endpoint' : 'Save'}
      error={error}
      fields={fields}
      pending={create.isPending || update.isPending}
      onClose={close}
      onSubmit={form.onSubmit(({ url, all, events }) => {
        const body = { url: url.trim(), events: all ? ['*'] : events }
        if (endpoint === undefined) return create.mutate({ key, ...body }, failed)
        update.mutate(
          { id: endpoint.id, ...body },
          {
            ...failed,
            onSuccess: () => {
              toast('The endpoint is changed')
              onClose()
            },
          },
        )
      })}
    >
      <TextInput
        label="Address"
        type="url"
        placeholder="https://example.com/webhooks"
        maxLength={2_000}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('url')}
      />
      <Switch
        label="All events, including new kinds"
        {...form.getInputProps('all', { type: 'checkbox' })}
      />
      {!form.values.all && <Events form={form} />}
    </DialogForm>
  )
}

function Events({ form }: { form: UseFormReturnType<EndpointDraft> }) {
  const query = useQuery(eventTypesQuery)
  return (
    <Checkbox.Group label="Events" {...form.getInputProps('events')}>
      {query.data === undefined ? (
        <Skeleton h={264} />
      ) : (
        <div className={`column ${styles.events}`}>
          {query.data.map(({ type, description }) => (
            <Checkbox key={type} value={type} label={type} description={description} />
          ))}
        </div>
      )}
    </Checkbox.Group>
  )
}
