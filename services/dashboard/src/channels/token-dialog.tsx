import type { ConnectNetwork } from '@atrium/contracts'
import { Button, Group, Modal, PasswordInput, Select } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FormAlert } from '../ui/form-alert.tsx'
import { networkName } from '../ui/network.tsx'
import { toast } from '../ui/toast.ts'
import { pasteTokenMutation } from './channel-queries.ts'
import classes from './channels.module.css'
import { tokenNetworks } from './networks.ts'

/** Connects with a token that the person has from the network. */
export function TokenDialog({ onClose, onPicker }: { onClose: () => void; onPicker: (id: string) => void }) {
  const form = useForm({
    initialValues: { network: 'pagenet', token: '' },
    validate: { token: (token) => (token.trim() === '' ? 'A token is needed' : null) },
  })
  const paste = useMutation(pasteTokenMutation(useQueryClient()))
  return (
    <Modal opened onClose={onClose} title="Connect with a token">
      <form
        className={classes.pages}
        onSubmit={form.onSubmit(({ network, token }) =>
          paste.mutate(
            { network: network as ConnectNetwork, token: token.trim() },
            {
              onSuccess: (answer) => {
                if ('picker' in answer) return onPicker(answer.picker.id)
                toast(`${answer.channel.name} is connected`)
                onClose()
              },
            },
          ),
        )}
      >
        <FormAlert error={paste.error} />
        <Select
          label="Network"
          allowDeselect={false}
          data={tokenNetworks.map((value) => ({ value, label: networkName(value) }))}
          {...form.getInputProps('network')}
        />
        <PasswordInput label="Token" autoComplete="off" data-autofocus {...form.getInputProps('token')} />
        <Group justify="flex-end">
          <Button type="submit" loading={paste.isPending}>
            Connect
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
