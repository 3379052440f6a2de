import { Skeleton } from '@mantine/core'
import { IconKey, IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { channelsQuery } from '../platform/channels.ts'
import { Empty } from '../ui/empty.tsx'
import { NetworkIcon, networkName } from '../ui/network.tsx'
import { Problem } from '../ui/problem.tsx'
import { ChannelRow } from './channel-row.tsx'
import classes from './channels.module.css'
import { connectAddress, dialogNetworks } from './networks.ts'

/** The connected accounts, and the networks to connect. */
export function Channels({ onToken }: { onToken: () => void }) {
  const query = useQuery(channelsQuery)
  const channels = query.data?.items ?? []
  return (
    <div className={classes.page}>
      {query.isPending && <Skeleton h={64} />}
      {query.isError && query.data === undefined && (
        <Problem error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && channels.length === 0 && (
        <Empty icon={IconPlugConnected} title="No channel is connected">
          A channel is an account that Atrium posts to or reads from. Connect the first one below.
        </Empty>
      )}
      {channels.length > 0 && (
        <ul className={classes.list}>
          {channels.map((channel) => (
            <ChannelRow key={channel.id} channel={channel} />
          ))}
        </ul>
      )}
      <h2 className={classes.heading}>Connect</h2>
      <p className={classes.lead}>You allow the access in the network's own dialog.</p>
      <div className={classes.networks}>
        {dialogNetworks.map((network) => (
          <a key={network} className={classes.network} href={connectAddress(network)}>
            <NetworkIcon network={network} />
            {networkName(network)}
          </a>
        ))}
        <button type="button" className={classes.network} onClick={onToken}>
          <IconKey size={18} stroke={1.5} aria-hidden />
          With a token
        </button>
      </div>
    </div>
  )
}
