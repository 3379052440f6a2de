import { LiveEvents } from '../../live/live-events.tsx'
import { OtherTabs } from '../../live/other-tabs.tsx'
import { ThemeOfPerson } from '../../platform/records/settings.ts'
import { AccountingPlace } from './accounting-place.ts'
import { ConnectionNote } from './connection-note.tsx'
import { ReturnFocus } from './return-focus.ts'
import { StoppedUploadsReport } from './stopped-uploads.ts'

/** The parts of every page that show nothing until something happens. */
export const Background = () => (
  <>
    <AccountingPlace />
    <LiveEvents />
    <OtherTabs />
    <StoppedUploadsReport />
    <ThemeOfPerson />
    <ConnectionNote />
    <ReturnFocus />
  </>
)
