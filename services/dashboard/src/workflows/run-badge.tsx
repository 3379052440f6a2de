import type { RunHeader } from '@atrium/contracts'
import {
  type Icon,
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconClock,
  IconLoader,
} from '@tabler/icons-react'
import { StateBadge, type Tone } from '../ui/status-badge.tsx'
import { runWords } from './run-words.ts'

const looks: Readonly<Record<RunHeader['status'], readonly [icon: Icon, tone: Tone]>> = {
  queued: [IconClock, 'quiet'],
  running: [IconLoader, 'accent'],
  completed: [IconCircleCheck, 'good'],
  failed: [IconAlertTriangle, 'bad'],
  cancelled: [IconBan, 'quiet'],
}

/** The state of a run with an icon and its name. */
export function RunBadge({ status }: Pick<RunHeader, 'status'>) {
  const [icon, tone] = looks[status]
  return <StateBadge label={runWords[status]} icon={icon} tone={tone} />
}
