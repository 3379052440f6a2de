import { useDebouncedValue } from '@mantine/hooks'
import { IconClock, IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useEffect } from 'react'
import { LiveEvents } from '../../live/live-events.tsx'
import { OtherTabs } from '../../live/other-tabs.tsx'
import type { Connection } from '../../platform/connection/connection.ts'
import { onStoppedUploads, type StoppedUploads, uploads } from '../../platform/files/uploads.ts'
import { ThemeOfPerson } from '../../platform/records/settings.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { ReturnFocus } from './return-focus.ts'
import classes from './shell.module.css'
import { useConnection } from './use-connection.ts'

const shownAfterMs = 1_200

const notes: Readonly<
  Record<Exclude<Connection, 'fine'>, readonly [text: string, icon: typeof IconClock]>
> = {
  away: ['Atrium cannot be reached. We try again every few seconds.', IconCloudOff],
  broken: ['Atrium has a problem. We try again every few seconds.', IconCloudOff],
  busy: ['Too many requests. The page continues in a moment.', IconClock],
  slow: ['Atrium is slow at the moment. Please wait.', IconClock],
  lost: ['Updates are interrupted. The page refreshes every ten seconds.', IconRefresh],
}

/**
 * Shows a line below every page while the platform is unreachable or fails. The line takes its own
 * room, because it would hide a title or a control anywhere else.
 */
export function ConnectionNote() {
  const connection = useConnection()
  const [lasting] = useDebouncedValue(connection, shownAfterMs)
  const shown = connection === 'fine' || lasting === 'fine' ? undefined : notes[connection]
  const Glyph = shown?.[1]
  return (
    <div className={`firm ${classes.note}`} role="status" data-shown={shown !== undefined}>
      {Glyph !== undefined && <Glyph size={16} aria-hidden />}
      {shown?.[0]}
    </div>
  )
}

function report({ stopped, former, now }: StoppedUploads): void {
  const files = stopped.length === 1 ? '1 file was' : `${stopped.length} files were`
  const storeHere = () => {
    for (const { file, visibility, keepMetadata } of stopped.toReversed())
      uploads.add([file], visibility, { keepMetadata })
  }
  toast(`${files} not stored in ${former.name}: you have left it`, {
    tone: 'bad',
    stays: true,
    ...(now === null ? {} : { action: { label: `Store in ${now.name}`, run: storeHere } }),
  })
}

/**
 * Reports uploads stopped by a change of organisation, and offers to store the files in the new
 * organisation.
 */
function StoppedUploadsReport() {
  useEffect(() => {
    onStoppedUploads.add(report)
    return () => void onStoppedUploads.delete(report)
  }, [])
  return null
}

/** Runs on every page and shows nothing until something happens. */
export const Background = () => (
  <>
    <LiveEvents />
    <OtherTabs />
    <StoppedUploadsReport />
    <ThemeOfPerson />
    <ReturnFocus />
  </>
)
