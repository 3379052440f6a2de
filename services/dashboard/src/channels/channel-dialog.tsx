import type { Channel } from '@atrium/contracts'
import { Box, Button, Group, Modal, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BusyButton } from '../ui/busy-button.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { forgetChannelMutation, updateChannelMutation } from './channel-queries.ts'
import classes from './channels.module.css'
import { Granted } from './granted.tsx'
import { SlotsForm } from './slots-form.tsx'

export type DialogName = 'rename' | 'forget' | 'granted' | 'slots'

interface ChannelDialogProps {
  readonly name: DialogName
  readonly channel: Channel
  readonly onClose: () => void
}

export function ChannelDialog({ name, channel, onClose }: ChannelDialogProps) {
  const titles = {
    rename: 'Rename the account',
    forget: `Disconnect ${channel.name}?`,
    granted: 'Permissions',
    slots: 'Posting times',
  }
  const isWide = name === 'granted' || name === 'slots'
  return (
    <Modal opened onClose={onClose} title={titles[name]} size={isWide ? 'md' : 'sm'}>
      {name === 'rename' && <Rename channel={channel} onClose={onClose} />}
      {name === 'forget' && <Forget channel={channel} onClose={onClose} />}
      {name === 'granted' && <Granted channel={channel} />}
      {name === 'slots' && <SlotsForm channel={channel} onClose={onClose} />}
    </Modal>
  )
}

function Rename({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const [name, setName] = useState(channel.name)
  const update = useMutation(updateChannelMutation(useQueryClient()))
  return (
    <form
      className="stack"
      style={{ gap: 12 }}
      onSubmit={(event) => {
        event.preventDefault()
        update.mutate({ id: channel.id, name: name.trim() }, { onSuccess: onClose })
      }}
    >
      <FormAlert error={update.error} />
      <TextInput
        label="Name"
        maxLength={200}
        required
        withAsterisk={false}
        data-autofocus
        dir="auto"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Group justify="flex-end">
        <BusyButton type="submit" loading={update.isPending} disabled={name.trim() === ''}>
          Save
        </BusyButton>
      </Group>
    </form>
  )
}

function Forget({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const forget = useMutation(forgetChannelMutation(useQueryClient()))
  return (
    <div className="stack" style={{ gap: 12 }}>
      <FormAlert error={forget.error} />
      <p className={`flush ${classes.plain}`}>
        Atrium deletes its access to this account. From now on:
      </p>
      <Box component="ul" m="-8px 0 0" pl={20}>
        <li>posts for this account are not published until you choose another account</li>
        <li>workflows that read from this account stop</li>
        {channel.shared && <li>members no longer see this account</li>}
      </Box>
      <p className={`flush ${classes.plain}`}>
        Published posts stay online. You can connect the account again later.
      </p>
      <Group justify="flex-end" gap={8}>
        <Button variant="default" data-autofocus onClick={onClose}>
          Keep the account
        </Button>
        <BusyButton
          color="red.9"
          loading={forget.isPending}
          onClick={() =>
            void forget.mutateAsync(channel.id).then(
              () => {
                toast(`${channel.name} is disconnected`)
                onClose()
              },
              // The error is shown above.
              () => undefined,
            )
          }
        >
          Disconnect
        </BusyButton>
      </Group>
    </div>
  )
}
