import type { RunHeader } from '@atrium/contracts'
import {
  type Icon,
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconClock,
  IconLoader,
} from '@tabler/icons-react'
import classes from './run-badge.module.css'
import { runWords } from './run-words.ts'

const looks: Readonly<Record<RunHeader['status'], readonly [icon: Icon, tone: string]>> = {
  queued: [IconClock, 'quiet'],
  running: [IconLoader, 'accent'],
  completed: [IconCircleCheck, 'good'],
  failed: [IconAlertTriangle, 'bad'],
  cancelled: [IconBan, 'quiet'],
}

/** The state of a run with an icon and its name. */
export function RunBadge({ status }: Pick<RunHeader, 'status'>) {
  const [Glyph, tone] = looks[status]
  return (
    <span className={classes.badge} data-tone={tone}>
      <Glyph size={14} aria-hidden />
      {runWords[status]}
    </span>
  )
}
