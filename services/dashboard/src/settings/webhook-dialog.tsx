import type { WebhookEndpoint } from '@atrium/contracts'
import { Button, Checkbox, Group, Modal, Skeleton, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormAlert } from '../ui/form-alert.tsx'
import { toast } from '../ui/toast.ts'
import styles from './deliveries.module.css'
import { fieldProblems } from './refusal-of.ts'
import classes from './settings.module.css'
import { ShownOnce } from './shown-once.tsx'
import { createEndpointMutation, eventTypesQuery, updateEndpointMutation } from './webhook-queries.ts'

/** An endpoint that is being written. */
export interface EndpointDraft {
  url: string
  all: boolean
  events: string[]
}

const fields = ['url', 'events'] as const

/** A new endpoint, or another address and other events for one. The draft is the page's. */
export function WebhookDialog({
  form,
  endpoint,
  onClose,
}: {
  form: UseFormReturnType<EndpointDraft>
  endpoint: WebhookEndpoint | undefined
  onClose: () => void
}) {
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
      <Modal
        opened
        onClose={close}
        title="The secret of the endpoint"
        withCloseButton={false}
        closeOnClickOutside={false}
        closeOnEscape={false}
      >
        <ShownOnce label="Secret of the endpoint" secret={create.data.secret} onDone={close}>
          Give it to the receiver now: it is shown this once. The receiver verifies with it that a request
          comes from Atrium.
        </ShownOnce>
      </Modal>
    )
  }
  return (
    <Modal opened onClose={close} title={endpoint === undefined ? 'New endpoint' : 'Change the endpoint'}>
      <form
        className={classes.fields}
        noValidate
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
        <FormAlert error={Object.keys(fieldProblems(error, fields)).length > 0 ? null : error} />
        <TextInput
          label="Address"
          type="url"
          placeholder="https://example.com/webhooks"
          maxLength={2_000}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('url')}
        />
        <Switch label="All events, also future ones" {...form.getInputProps('all', { type: 'checkbox' })} />
        {!form.values.all && <Events form={form} />}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending || update.isPending}>
            {endpoint === undefined ? 'Add the endpoint' : 'Save'}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

function Events({ form }: { form: UseFormReturnType<EndpointDraft> }) {
  const query = useQuery(eventTypesQuery)
  return (
    <Checkbox.Group label="Events" {...form.getInputProps('events')}>
      {query.data === undefined ? (
        <Skeleton h={264} />
      ) : (
        <div className={styles.events}>
          {query.data.map(({ type, description }) => (
            <Checkbox key={type} value={type} label={type} description={description} />
          ))}
        </div>
      )}
    </Checkbox.Group>
  )
}
