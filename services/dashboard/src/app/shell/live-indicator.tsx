import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isPassing } from '../../platform/query-client.ts'
import classes from './shell.module.css'

/** Whether the page is up to date: a query whose last try failed because the platform is away makes it false. */
export function LiveIndicator() {
  const cache = useQueryClient().getQueryCache()
  const away = useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () => cache.getAll().some(({ state }) => isPassing(state.error) || isPassing(state.fetchFailureReason)),
  )
  return (
    <div className={classes.live} role="status">
      <span className={classes.dot} data-away={away} aria-hidden />
      {away ? 'Reconnecting …' : 'Up to date'}
    </div>
  )
}
