import type { Channel } from '@atrium/contracts'
import { Code } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Waiting } from '../ui/page/waiting.tsx'
import { grantedQuery } from './channel-queries.ts'
import classes from './channels.module.css'
import { connectAddress } from './connect-address.ts'

export function Granted({ channel }: { channel: Channel }) {
  const query = useQuery(grantedQuery(channel.network, channel.id))
  if (query.data === undefined) return <Waiting query={query} height={80} />
  const { missingScopes, granular_scopes: granted } = query.data
  return (
    <div className="stack" style={{ gap: 12 }}>
      {missingScopes.length > 0 ? (
        <p className={`flush ${classes.plain}`}>
          A permission is missing. <a href={connectAddress(channel.network)}>Connect again</a> and
          allow it.
        </p>
      ) : (
        <p className={`flush ${classes.plain}`}>Atrium has every permission it needs.</p>
      )}
      <ul className="plain-list stack">
        {missingScopes.map((scope) => (
          <li key={scope} className="wrapped">
            <IconAlertTriangle size={16} className="bad" role="img" aria-label="Missing" />
            <Code>{scope}</Code>
          </li>
        ))}
        {granted.map(({ scope, target_ids: targets }) => (
          <li key={scope} className="wrapped">
            <IconCheck size={16} className="good" role="img" aria-label="Granted" />
            <Code>{scope}</Code>
            {targets !== undefined && targets.length > 0 && (
              <span className="quiet">
                for {targets.length} {targets.length === 1 ? 'account' : 'accounts'}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
