import type { Card } from '@atrium/contracts'
import { IconLock } from '@tabler/icons-react'
import { Empty } from '../../ui/empty.tsx'
import { statusLabel } from '../../ui/status-badge.tsx'

/** A card that the composer does not edit. */
export const Locked = ({ card }: { card: Card }) => (
  <Empty icon={IconLock} title={card.post === undefined ? 'This card is no post' : statusLabel(card.status)}>
    {card.post === undefined
      ? 'The composer edits posts alone.'
      : 'A post that is going out or has gone out is not changed any more.'}
  </Empty>
)
