import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { liveStatus } from '../../platform/live-status.ts'
import { isPassing } from '../../platform/query-client.ts'
import classes from './shell.module.css'

/** Whether the page is up to date: a lost event stream or a query that the platform did not answer makes it false. */
export function LiveIndicator() {
  const cache = useQueryClient().getQueryCache()
  const live = useSyncExternalStore(liveStatus.subscribe, liveStatus.get)
  const failing = useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () => cache.getAll().some(({ state }) => isPassing(state.error) || isPassing(state.fetchFailureReason)),
  )
  const away = failing || live === 'lost'
  return (
    <div className={classes.live} role="status">
      <span className={classes.dot} data-away={away} aria-hidden />
      {away ? 'Reconnecting …' : live === 'open' ? 'Live' : 'Connecting …'}
    </div>
  )
}
