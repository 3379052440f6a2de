import type { Platform } from '@atrium/contracts'
import { NetworkIcon } from '../../ui/network.tsx'
import classes from './composer.module.css'

/** The mark of a channel: the first letter of its name with the mark of its network. */
export const ChannelMark = ({
  name,
  platform,
  large = false,
}: {
  name: string
  platform: Platform
  large?: boolean
}) => (
  <span className={classes.mark} data-large={large} aria-hidden>
    {[...name][0]?.toUpperCase()}
    <span className={classes.markNetwork}>
      <NetworkIcon network={platform} size={12} />
    </span>
  </span>
)
