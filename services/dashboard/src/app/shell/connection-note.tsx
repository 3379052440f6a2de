import { useDebouncedValue } from '@mantine/hooks'
import { IconClock, IconCloudOff, IconRefresh } from '@tabler/icons-react'
import type { Connection } from '../../platform/connection/connection.ts'
import classes from './shell.module.css'
import { useConnection } from './use-connection.ts'

const shownAfterMs = 1_200

const notes: Readonly<
  Record<Exclude<Connection, 'fine'>, readonly [text: string, icon: typeof IconClock]>
> = {
  away: ['The platform cannot be reached. We try again every few seconds.', IconCloudOff],
  broken: ['The platform has a problem. We try again every few seconds.', IconCloudOff],
  busy: ['Too many requests. The page continues in a moment.', IconClock],
  slow: ['Atrium is slow at the moment. Please wait.', IconClock],
  lost: ['Updates are interrupted. The page refreshes every ten seconds.', IconRefresh],
}

/**
 * Shows a line over every page while the platform is unreachable or fails. The line covers no
 * control.
 */
export function ConnectionNote() {
  const connection = useConnection()
  const [lasting] = useDebouncedValue(connection, shownAfterMs)
  const shown = connection === 'fine' || lasting === 'fine' ? undefined : notes[connection]
  const Glyph = shown?.[1]
  return (
    <div className={classes.note} role="status" data-shown={shown !== undefined}>
      {Glyph !== undefined && <Glyph size={16} aria-hidden />}
      {shown?.[0]}
    </div>
  )
}
