import { LiveEvents } from '../../live/live-events.tsx'
import { OtherTabs } from '../../live/other-tabs.tsx'
import { ThemeOfPerson } from '../../platform/use-theme.ts'
import { AccountingPlace } from './accounting-place.ts'
import { ConnectionNote } from './connection-note.tsx'
// This import lists the parts to open with a click or a key.
import './opened-parts.ts'
import { ReturnFocus } from './return-focus.ts'
import { StoppedUploadsReport } from './stopped-uploads.ts'

/** The parts of every page for live events. They are loaded after the page's first content. */
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
