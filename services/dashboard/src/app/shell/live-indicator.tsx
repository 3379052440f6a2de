import { Box } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { liveStatus } from '../../platform/connection/connection.ts'
import classes from './shell.module.css'
import { useConnection } from './use-connection.ts'

/**
 * Shows if the page is up to date. The page is not up to date when the event stream is lost or a
 * query has failed.
 */
export function LiveIndicator() {
  const connection = useConnection()
  const live = useSyncExternalStore(liveStatus.subscribe, liveStatus.get)
  const away = connection !== 'fine' && connection !== 'slow'
  return (
    <Box className={`line fine ${classes.live}`} h={28} p="0 8px" role="status">
      <span className={classes.dot} data-away={away || live !== 'open'} aria-hidden />
      {away ? 'Reconnecting …' : live === 'open' ? 'Live' : 'Connecting …'}
    </Box>
  )
}
