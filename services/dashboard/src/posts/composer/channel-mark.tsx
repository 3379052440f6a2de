import type { Platform } from '@atrium/contracts'
import { NetworkIcon } from '../../ui/network.tsx'
import classes from './composer.module.css'

interface ChannelMarkProps {
  readonly name: string
  readonly platform: Platform
  readonly large?: boolean
}

export const ChannelMark = ({ name, platform, large = false }: ChannelMarkProps) => (
  <span className={`disc bold ${classes.mark}`} data-large={large} aria-hidden>
    {[...name][0]?.toUpperCase()}
    <span className={`disc ${classes.markNetwork}`}>
      <NetworkIcon network={platform} size={12} />
    </span>
  </span>
)
