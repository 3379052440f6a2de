import type { Channel } from '@atrium/contracts'
import { Code, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Problem } from '../ui/problem.tsx'
import { grantedQuery } from './channel-queries.ts'
import classes from './channels.module.css'

/** The permissions of a channel's token, as the network states them. */
export function Granted({ channel }: { channel: Channel }) {
  const query = useQuery(grantedQuery(channel.network, channel.id))
  if (query.isPending) return <Skeleton h={80} />
  if (query.isError) return <Problem error={query.error} onRetry={() => void query.refetch()} />
  const { missingScopes, granular_scopes: scopes } = query.data
  return (
    <div className={classes.pages}>
      {missingScopes.length > 0 && (
        <p style={{ margin: 0 }}>
          Missing:{' '}
          {missingScopes.map((scope) => (
            <Code key={scope}>{scope}</Code>
          ))}
          . Connect again and allow them.
        </p>
      )}
      {scopes.map(({ scope }) => (
        <Code key={scope}>{scope}</Code>
      ))}
      {scopes.length === 0 && missingScopes.length === 0 && 'Everything that was asked for.'}
    </div>
  )
}
