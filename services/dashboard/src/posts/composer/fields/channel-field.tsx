import { type Connectable, socialPlatforms } from '@atrium/contracts'
import { Box, Button, Group, Menu } from '@mantine/core'
import { IconCheck, IconHandClick } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { NetworkIcon, networkName } from '../../../ui/network.tsx'
import { ChannelMark } from '../channel-mark.tsx'
import shared from '../composer.module.css'
import { mailTarget, manualTarget, type Target } from '../draft/targets.ts'
import classes from './channels.module.css'

interface ChannelFieldProps {
  readonly channels: readonly Target[]
  readonly chosen: readonly Target[]
  readonly networks: readonly Connectable[]
  /** Ids of targets with a sent post. */
  readonly done: ReadonlySet<string>
  readonly onToggle: (id: string) => void
}

export function ChannelField({ channels, chosen, networks, done, onToggle }: ChannelFieldProps) {
  const places = [...channels, mailTarget]
  const extra = chosen.filter(({ id }) => !places.some((place) => place.id === id))
  const shown = [...places, ...extra]
  const isChosen = (id: string) => chosen.some((target) => target.id === id)
  const hindered = shown.filter(({ obstacle }) => obstacle !== undefined)
  const dormant = networks.filter(({ configured, limits }) => !configured && limits !== null)
  return (
    <fieldset className="plain-group stack">
      <legend className="legend" style={{ marginBottom: 8 }}>
        Accounts
      </legend>
      <Group gap={8}>
        {shown.map((target) => (
          <button
            key={target.id}
            type="button"
            className={`plate hoverable line ${classes.channel}`}
            aria-pressed={isChosen(target.id)}
            disabled={
              done.has(target.id) || (target.obstacle !== undefined && !isChosen(target.id))
            }
            onClick={() => onToggle(target.id)}
          >
            <ChannelMark name={target.name} platform={target.platform} />
            <span className="clipped" dir="auto">
              {target.name}
            </span>
            {isChosen(target.id) && <IconCheck size={14} stroke={2.5} aria-hidden />}
          </button>
        ))}
        <Menu position="bottom-start" width={240}>
          <Menu.Target>
            <Button
              variant="default"
              style={{ borderRadius: 99 }}
              leftSection={<IconHandClick size={16} stroke={1.75} aria-hidden />}
            >
              Post it yourself
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>You post it on the network yourself</Menu.Label>
            {socialPlatforms
              .filter((platform) => !isChosen(manualTarget(platform).id))
              .map((platform) => (
                <Menu.Item
                  key={platform}
                  leftSection={<NetworkIcon network={platform} size={16} />}
                  onClick={() => onToggle(manualTarget(platform).id)}
                >
                  {networkName(platform)}
                </Menu.Item>
              ))}
          </Menu.Dropdown>
        </Menu>
      </Group>
      {channels.length === 0 && (
        <p className={`quiet ${shared.hint}`}>
          No account is connected. <Link to="/channels">Connect the first one</Link>, send an email,
          or post it yourself.
        </p>
      )}
      {hindered.map(({ id, name, obstacle, channelId }) => (
        <p key={id} className={`quiet ${shared.hint}`}>
          <b dir="auto">{name}</b>: {obstacle}
          {channelId !== null && obstacle?.startsWith('Connect') === true && (
            <>
              {' '}
              in <Link to="/channels">Accounts</Link>
            </>
          )}
        </p>
      ))}
      {dormant.length > 0 && (
        <details className={`quiet ${shared.hint}`}>
          <summary>
            {dormant.length === 1 ? 'One network is' : `${dormant.length} networks are`} not set up
            here
          </summary>
          <Box component="ul" m="4px 0 0" pl={20}>
            {dormant.map(({ network, missing }) => (
              <li key={network}>
                {networkName(network)}
                {missing.length > 0
                  ? `: needs ${missing.join(', ')}`
                  : ': an administrator of Atrium can set it up'}
              </li>
            ))}
          </Box>
        </details>
      )}
    </fieldset>
  )
}
