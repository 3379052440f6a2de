import type { ModelProvider } from '@atrium/contracts'
import { AtriumError } from '@atrium/sdk'
import { Button, Group, Modal, PasswordInput, Radio, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormAlert } from '../ui/form-alert.tsx'
import { detailOf } from '../ui/problem.tsx'
import { toast } from '../ui/toast.ts'
import { connectModelMutation } from './channel-queries.ts'

export function ModelDialog({ onClose }: { onClose: () => void }) {
  const [provider, setProvider] = useState<ModelProvider>('gateway')
  const [apiKey, setApiKey] = useState('')
  const [model, setModel] = useState('')
  const [name, setName] = useState('')
  const connect = useMutation(connectModelMutation(useQueryClient()))
  const ofField = connect.error instanceof AtriumError && [400, 422].includes(connect.error.status)
  const send = () =>
    void connect
      .mutateAsync({
        provider,
        apiKey: apiKey.trim(),
        ...(model.trim() === '' ? {} : { model: model.trim() }),
        ...(name.trim() === '' ? {} : { name: name.trim() }),
      })
      .then(
        ({ channel }) => {
          toast(`${channel.name} is connected`)
          onClose()
        },
        // The error is shown in the form.
        () => undefined,
      )
  return (
    <Modal opened onClose={onClose} title="Connect a language model">
      <form
        className="stack"
        style={{ gap: 12 }}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <FormAlert error={ofField ? undefined : connect.error} />
        <Radio.Group
          label="Provider"
          value={provider}
          onChange={(value) => setProvider(value === 'direct' ? 'direct' : 'gateway')}
        >
          <Radio value="gateway" label="A gateway to many models" mt="xs" />
          <Radio value="direct" label="One provider’s own API" mt="xs" />
        </Radio.Group>
        <PasswordInput
          label="Key"
          description="Workflows with this channel spend from the account of the key, and no credits."
          autoComplete="off"
          maxLength={4_096}
          required
          withAsterisk={false}
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the key' }}
          error={ofField ? detailOf(connect.error) : undefined}
          aria-invalid={ofField}
          value={apiKey}
          onChange={(event) => setApiKey(event.currentTarget.value)}
        />
        <TextInput
          label="Model"
          description="Leave it empty for the default of each task."
          maxLength={200}
          value={model}
          onChange={(event) => setModel(event.currentTarget.value)}
        />
        <TextInput
          label="Name"
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <p className="quiet">The key is stored encrypted, and shown to nobody again.</p>
        <Group justify="flex-end">
          <Button type="submit" loading={connect.isPending} disabled={apiKey.trim() === ''}>
            Connect
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
