import { LiveEvents } from '../../live/live-events.tsx'
import { OtherTabs } from '../../live/other-tabs.tsx'
import { ThemeOfPerson } from '../../platform/use-theme.ts'
import { AccountingPlace } from './accounting-place.ts'
import { ConnectionNote } from './connection-note.tsx'
// Loads what names the parts that a click or a key opens.
import './opened-parts.ts'
import { ReturnFocus } from './return-focus.ts'
import { StoppedUploadsReport } from './stopped-uploads.ts'

/** The parts of every page that follow what happens, loaded after its first content. */
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
