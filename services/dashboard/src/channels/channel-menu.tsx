import { type Channel, connectWays, SocialPlatform } from '@atrium/contracts'
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconClock,
  IconDots,
  IconKey,
  IconPencil,
  IconRefresh,
  IconShare,
  IconShieldCheck,
  IconTrash,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast, withUndo } from '../ui/feedback/toast.tsx'
import { toastRefusal } from '../ui/feedback/toast-refusal.ts'
import type { DialogName } from './channel-dialog.tsx'
import { updateChannelMutation } from './channel-queries.ts'
import { connectAddress } from './connect-address.ts'

export function ChannelMenu({
  channel,
  onToken,
  onDialog,
}: {
  channel: Channel
  onToken: () => void
  onDialog: (name: DialogName) => void
}) {
  const { mutateAsync } = useMutation(updateChannelMutation(useQueryClient()))
  const ways = connectWays(channel.network)
  const report = toastRefusal(`${channel.name} was not changed`)
  const share = (shared: boolean) => mutateAsync({ id: channel.id, shared })
  const toggle = () =>
    void share(!channel.shared).then(
      () =>
        toast(
          channel.shared
            ? 'Only you can see this account now'
            : 'Members can see this account and publish to it',
          withUndo(() => share(channel.shared).catch(report)),
        ),
      report,
    )
  return (
    <Menu position="bottom-end" width={216}>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${channel.name}`}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {ways.dialog && (
          <Menu.Item
            component="a"
            href={connectAddress(channel.network)}
            leftSection={<IconRefresh size={14} aria-hidden />}
          >
            Connect again
          </Menu.Item>
        )}
        {ways.token && (
          <Menu.Item leftSection={<IconKey size={14} aria-hidden />} onClick={onToken}>
            {channel.network === 'model' ? 'Paste a new key' : 'Paste a new token'}
          </Menu.Item>
        )}
        {ways.settings && (
          <Menu.Item leftSection={<IconKey size={14} aria-hidden />} onClick={onToken}>
            Enter a new password
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconShare size={14} aria-hidden />} onClick={toggle}>
          {channel.shared ? 'Stop sharing' : 'Share with members'}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPencil size={14} aria-hidden />}
          onClick={() => onDialog('rename')}
        >
          Rename
        </Menu.Item>
        {SocialPlatform.safeParse(channel.network).success && (
          <Menu.Item
            leftSection={<IconClock size={14} aria-hidden />}
            onClick={() => onDialog('slots')}
          >
            Posting times
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconShieldCheck size={14} aria-hidden />}
          onClick={() => onDialog('granted')}
        >
          Permissions
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconTrash size={14} aria-hidden />}
          c="var(--bad)"
          onClick={() => onDialog('forget')}
        >
          Disconnect
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
