import type { Channel } from '@atrium/contracts'
import { ActionIcon, Button, Group, Menu, Modal, TextInput } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconDots,
  IconPencil,
  IconRefresh,
  IconShare,
  IconShieldCheck,
  IconTrash,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '../platform/me.ts'
import { networkName } from '../ui/network.tsx'
import { detailOf } from '../ui/problem.tsx'
import { toast } from '../ui/toast.ts'
import { When } from '../ui/when.tsx'
import { forgetChannelMutation, updateChannelMutation } from './channel-queries.ts'
import classes from './channels.module.css'
import { Granted } from './granted.tsx'
import { connectAddress, dialogNetworks } from './networks.ts'

const badges = {
  broken: ['Reconnect', IconAlertTriangle, 'bad'],
  expired: ['Expired', IconAlertTriangle, 'bad'],
  expiring: ['Expires soon', IconClock, 'warn'],
  well: ['Connected', IconCircleCheck, 'good'],
} as const

function stateOf({ status, badge }: Channel): keyof typeof badges {
  if (status === 'invalidated') return 'broken'
  return badge === 'expired' || badge === 'expiring' ? badge : 'well'
}

/** One channel with its state and what its owner may do with it. */
export function ChannelRow({ channel }: { channel: Channel }) {
  const { user } = useMe()
  const queryClient = useQueryClient()
  const [dialog, setDialog] = useState<'rename' | 'forget' | 'granted'>()
  const [name, setName] = useState(channel.name)
  const close = () => setDialog(undefined)
  const failed = { onError: (error: unknown) => toast(detailOf(error), { tone: 'bad' }) }
  const update = useMutation({ ...updateChannelMutation(queryClient), ...failed })
  const forget = useMutation({ ...forgetChannelMutation(queryClient), ...failed })
  const state = stateOf(channel)
  const [label, Glyph, tone] = badges[state]
  const own = channel.owner.id === user.id
  return (
    <li className={classes.row}>
      <span className={classes.mark} aria-hidden>
        {channel.name.slice(0, 1).toUpperCase()}
      </span>
      <span className={classes.words}>
        <span className={classes.name}>{channel.name}</span>
        <span className={classes.quiet}>
          {networkName(channel.network)}
          {!own && ` · shared by ${channel.owner.name || 'a member'}`}
          {own && channel.shared && ' · shared'}
          {channel.lastUsedAt !== null && (
            <>
              {' · used '}
              <When at={channel.lastUsedAt} />
            </>
          )}
        </span>
      </span>
      <span className={classes.badge} data-tone={tone}>
        <Glyph size={14} aria-hidden />
        {label}
      </span>
      {own && (
        <Menu position="bottom-end" width={200}>
          <Menu.Target>
            <ActionIcon aria-label={`Actions for ${channel.name}`}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {dialogNetworks.includes(channel.network) && (
              <Menu.Item
                component="a"
                href={connectAddress(channel.network)}
                leftSection={<IconRefresh size={14} aria-hidden />}
              >
                Connect again
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<IconShare size={14} aria-hidden />}
              onClick={() => update.mutate({ id: channel.id, shared: !channel.shared })}
            >
              {channel.shared ? 'Stop sharing' : 'Share with members'}
            </Menu.Item>
            <Menu.Item leftSection={<IconPencil size={14} aria-hidden />} onClick={() => setDialog('rename')}>
              Rename
            </Menu.Item>
            <Menu.Item
              leftSection={<IconShieldCheck size={14} aria-hidden />}
              onClick={() => setDialog('granted')}
            >
              What was granted
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              leftSection={<IconTrash size={14} aria-hidden />}
              c="var(--bad)"
              onClick={() => setDialog('forget')}
            >
              Forget
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      <Modal opened={dialog === 'rename'} onClose={close} title="Rename the channel" size="sm">
        <form
          onSubmit={(event) => {
            event.preventDefault()
            update.mutate({ id: channel.id, name }, { onSuccess: close })
          }}
        >
          <TextInput
            label="Name"
            maxLength={200}
            required
            withAsterisk={false}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group justify="flex-end" mt="md">
            <Button type="submit" loading={update.isPending}>
              Save
            </Button>
          </Group>
        </form>
      </Modal>
      <Modal opened={dialog === 'forget'} onClose={close} title={`Forget ${channel.name}?`} size="sm">
        Its tokens are deleted. Posts that aim at it are not published until they aim at another channel.
        <Group justify="flex-end" mt="md" gap={8}>
          <Button variant="default" onClick={close}>
            Keep it
          </Button>
          <Button
            color="red"
            loading={forget.isPending}
            onClick={() => forget.mutate(channel.id, { onSuccess: close })}
          >
            Forget
          </Button>
        </Group>
      </Modal>
      <Modal opened={dialog === 'granted'} onClose={close} title="What was granted">
        {dialog === 'granted' && <Granted channel={channel} />}
      </Modal>
    </li>
  )
}
