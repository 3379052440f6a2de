import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { nextSlotQuery } from '../composer-queries.ts'

interface NextSlotProps {
  readonly channelId: string
  readonly zone: string
  /** The chosen moment. */
  readonly at: string
  readonly onChoose: (at: string) => void
}

/** Offers the account's next free posting time. Absent if the account has no posting times. */
export function NextSlot({ channelId, zone, at, onChoose }: NextSlotProps) {
  const { data } = useQuery(nextSlotQuery(channelId))
  if (data === undefined || data.at === at) return null
  const text = new Intl.DateTimeFormat(undefined, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
  }).format(new Date(data.at))
  return (
    <Button variant="subtle" size="compact-sm" onClick={() => onChoose(data.at)}>
      Next free time: {text}
    </Button>
  )
}
