import { type Channel, connectWays } from '@atrium/contracts'
import { Button, Flex } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconInfinity,
  IconLock,
  IconUsers,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useMe } from '../platform/session/me.ts'
import { NetworkIcon, networkName } from '../ui/network.tsx'
import { StateBadge } from '../ui/state-badge.tsx'
import { When } from '../ui/when.tsx'
import { ChannelDialog, type DialogName } from './channel-dialog.tsx'
import { ChannelMenu } from './channel-menu.tsx'
import classes from './channels.module.css'
import { connectAddress } from './connect-address.ts'
import { describeExpiry } from './expiry.ts'

const badges = {
  broken: ['Connect again', IconAlertTriangle, 'bad'],
  expired: ['Expired', IconAlertTriangle, 'bad'],
  expiring: ['Expires soon', IconClock, 'warn'],
  well: ['Connected', IconCircleCheck, 'good'],
} as const

/**
 * Returns a channel's state for its owner. `broken` means that the network no longer accepts the
 * token.
 */
function channelState({ status, badge }: Channel): keyof typeof badges {
  if (status === 'invalidated') return 'broken'
  return badge === 'expired' || badge === 'expiring' ? badge : 'well'
}

export function ChannelRow({ channel, onToken }: { channel: Channel; onToken: () => void }) {
  const { user } = useMe()
  const [dialog, setDialog] = useState<DialogName>()
  const state = channelState(channel)
  const [label, Glyph, tone] = badges[state]
  const isOwn = channel.owner.id === user.id
  const Access = channel.shared ? IconUsers : IconLock
  return (
    <li className="row">
      <span className={`disc ${classes.mark}`}>
        <NetworkIcon network={channel.network} />
      </span>
      <span className={`words ${classes.words}`}>
        <span className="strong clipped" dir="auto">
          {channel.name}
        </span>
        <Flex className="quiet" component="span" wrap="wrap" gap="0 12px">
          {networkName(channel.network)}
          <span className="line" style={{ gap: 4 }}>
            <Access size={13} aria-hidden />
            {isOwn
              ? channel.shared
                ? 'Shared with members'
                : 'Only you'
              : `Shared by ${channel.owner.name || 'a member'}`}
          </span>
          <Expiry channel={channel} />
          {channel.lastUsedAt !== null && (
            <span>
              used <When at={channel.lastUsedAt} />
            </span>
          )}
        </Flex>
      </span>
      {state === 'well' && channel.badge === 'long_lived' && (
        <StateBadge look={['Long-lived', IconInfinity, 'good']} />
      )}
      <span className={`fine strong line firm ${tone}`} style={{ gap: 4 }}>
        <Glyph size={14} aria-hidden />
        {label}
      </span>
      {isOwn && state !== 'well' && <Reconnect channel={channel} onToken={onToken} />}
      {isOwn && <ChannelMenu channel={channel} onToken={onToken} onDialog={setDialog} />}
      {dialog !== undefined && (
        <ChannelDialog name={dialog} channel={channel} onClose={() => setDialog(undefined)} />
      )}
    </li>
  )
}

function Expiry({ channel }: { channel: Channel }) {
  const { words, at } = describeExpiry(channel, new Date())
  return (
    <span>
      {words}
      {at !== undefined && (
        <>
          {' '}
          <When at={at} />
        </>
      )}
    </span>
  )
}

function Reconnect({ channel, onToken }: { channel: Channel; onToken: () => void }) {
  const label = { 'aria-label': `Reconnect ${channel.name}`, size: 'compact-md' } as const
  return connectWays(channel.network).dialog ? (
    <Button component="a" href={connectAddress(channel.network)} {...label}>
      Reconnect
    </Button>
  ) : (
    <Button onClick={onToken} {...label}>
      Reconnect
    </Button>
  )
}
