import type { Channel } from '@atrium/contracts'

/** The state of a channel for its owner: `broken` when the network no longer takes its token. */
export function channelState({ status, badge }: Channel): 'broken' | 'expired' | 'expiring' | 'well' {
  if (status === 'invalidated') return 'broken'
  return badge === 'expired' || badge === 'expiring' ? badge : 'well'
}
