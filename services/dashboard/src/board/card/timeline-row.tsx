import { historyPrefix, type TimelineEntry } from '@atrium/contracts'
import {
  type Icon,
  IconAlertTriangle,
  IconArrowRight,
  IconCalendar,
  IconCheck,
  IconCirclePlus,
  IconNote,
  IconPencil,
  IconSend,
} from '@tabler/icons-react'
import { useAuthorLabel } from '../../ui/text/use-author-label.ts'
import { When } from '../../ui/when.tsx'
import classes from '../board.module.css'
import { changeText } from './change-text.ts'

const icons: Readonly<Record<string, Icon>> = {
  created: IconCirclePlus,
  changed: IconPencil,
  moved: IconArrowRight,
  approved: IconCheck,
  rescheduled: IconCalendar,
  posted: IconSend,
  failed: IconAlertTriangle,
}

export function TimelineRow({ entry }: { entry: TimelineEntry }) {
  const label = useAuthorLabel()
  const isChange = entry.kind.startsWith(historyPrefix)
  const Glyph = (isChange ? icons[entry.kind.slice(historyPrefix.length)] : undefined) ?? IconNote
  const { runId, keyId } = entry.author
  const means =
    runId !== undefined ? `Run ${runId}` : keyId !== undefined ? `API key ${keyId}` : undefined
  return (
    <li className={classes.entry} data-change={isChange}>
      <span className={`middled ${classes.entryIcon}`}>
        <Glyph size={14} aria-hidden />
      </span>
      <div className="grow" style={{ paddingTop: 2 }}>
        <div className={`quiet ${classes.entryHead}`}>
          <span>
            <span className="strong" style={{ color: 'var(--text)' }} title={means}>
              {label(entry.author)}
            </span>{' '}
            {isChange && changeText(entry)}
          </span>
          <When at={entry.createdAt} />
        </div>
        {!isChange && (
          <div className={classes.entryText} dir="auto">
            {entry.body}
          </div>
        )}
      </div>
    </li>
  )
}
