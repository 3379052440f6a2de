import type { Channel } from '@atrium/contracts'
import { Box } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { channelsQuery } from '../platform/records/shared-queries.ts'
import { Empty } from '../ui/page/empty.tsx'
import { Waiting } from '../ui/page/waiting.tsx'
import { ChannelRow } from './channel-row.tsx'
import classes from './channels.module.css'

export function Channels({ onToken }: { onToken: (channel: Channel) => void }) {
  const query = useQuery(channelsQuery)
  if (query.data === undefined) return <Waiting query={query} height={64} radius="lg" />
  if (query.data.items.length === 0) {
    return (
      <Empty icon={IconPlugConnected} title="No account is connected">
        Atrium publishes to your accounts and reads from your mailboxes. Connect the first one
        below.
      </Empty>
    )
  }
  return (
    <section>
      <h2 className={`title ${classes.heading}`}>Connected</h2>
      <Box className="card" component="ul" m="8px 0 16px" aria-label="Connected accounts">
        {query.data.items.map((channel) => (
          <ChannelRow key={channel.id} channel={channel} onToken={() => onToken(channel)} />
        ))}
      </Box>
    </section>
  )
}
