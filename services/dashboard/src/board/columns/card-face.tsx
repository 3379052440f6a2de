import { type Card, cardTitle, columnStatus } from '@atrium/contracts'
import { IconCalendar } from '@tabler/icons-react'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from '../board.module.css'
import { AssigneeMark } from '../card/assignee-mark.tsx'
import { KindIcon } from '../card-kind.tsx'
import { dueDay } from '../due.ts'

const shownTags = 3

export function CardFace({ card, now }: { card: Card; now: Date }) {
  const due = card.dueDate === null ? undefined : new Date(card.dueDate)
  const isOverdue = due !== undefined && due < now && columnStatus(card.status) !== 'done'
  const plain = card.status === columnStatus(card.status)
  return (
    <>
      <span className="line glyph start" style={{ paddingTop: 3 }}>
        <KindIcon kind={card.kind} />
      </span>
      <span className="words" style={{ gap: 6 }}>
        <span className="strong clamped" style={{ WebkitLineClamp: 3 }} dir="auto">
          {cardTitle(card)}
        </span>
        {(!plain || due !== undefined || card.tags.length > 0 || card.assigneeId !== null) && (
          <span className="wrapped" style={{ gap: '4px 8px' }}>
            {!plain && <StatusBadge status={card.status} by={card.post?.postedBy} />}
            {due !== undefined && (
              <span className={`fine line ${isOverdue ? 'bad strong' : ''}`} style={{ gap: 4 }}>
                <IconCalendar size={13} aria-hidden />
                {isOverdue && <span className="hidden">Overdue since </span>}
                {dueDay(card)}
              </span>
            )}
            {card.tags.slice(0, shownTags).map((tag) => (
              <span key={tag} className={`clipped fine ${classes.tag}`}>
                {tag}
              </span>
            ))}
            {card.tags.length > shownTags && (
              <span className={`clipped fine ${classes.tag}`}>+{card.tags.length - shownTags}</span>
            )}
            {card.assigneeId !== null && <AssigneeMark userId={card.assigneeId} />}
          </span>
        )}
      </span>
    </>
  )
}
