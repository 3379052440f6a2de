import { type ModelProvider, modelProviders } from '@atrium/contracts'
import { Radio, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '../ui/feedback/toast.tsx'
import { textField } from '../ui/text/text-field.ts'
import { connectModelMutation } from './channel-queries.ts'
import { ProviderLabel, providers } from './model-providers.tsx'
import { SecretDialog } from './secret-dialog.tsx'

export function ModelDialog({ shared, onClose }: { shared: boolean; onClose: () => void }) {
  const [provider, setProvider] = useState<ModelProvider>('gateway')
  const [model, setModel] = useState('')
  const [name, setName] = useState('')
  const { keyPage } = providers[provider]
  const connect = useMutation(connectModelMutation(useQueryClient()))
  const send = (apiKey: string) =>
    void connect
      .mutateAsync({
        provider,
        apiKey,
        shared,
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
    <SecretDialog
      title="Connect an AI account"
      label="Key"
      description={
        <>
          Sign in at{' '}
          <a href={keyPage} target="_blank" rel="noreferrer">
            {new URL(keyPage).host}
          </a>{' '}
          and create a key there. The provider bills the workflows that use this account, and they
          use no credits.
        </>
      }
      before={
        <Radio.Group
          label="Provider"
          value={provider}
          onChange={(value) => setProvider(value === 'direct' ? 'direct' : 'gateway')}
        >
          {modelProviders.map((each) => (
            <Radio
              key={each}
              value={each}
              label={<ProviderLabel provider={each} />}
              description={providers[each].about}
              mt="xs"
            />
          ))}
        </Radio.Group>
      }
      error={connect.error}
      isPending={connect.isPending}
      onSend={send}
      onClose={onClose}
    >
      <TextInput
        label="Model"
        description="Leave it empty for the default of each task."
        maxLength={200}
        {...textField(model, setModel)}
      />
      <TextInput label="Name" maxLength={200} {...textField(name, setName)} />
      <p className="quiet">Atrium stores the key encrypted and never shows it again.</p>
    </SecretDialog>
  )
}
