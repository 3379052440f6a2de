import type { CardPatch } from '@atrium/contracts'
import { useQuery } from '@tanstack/react-query'
import { membersQuery } from '../../platform/records/shared-queries.ts'
import { ConflictDialog } from '../../ui/dialogs/conflict-dialog.tsx'
import { statusLabel } from '../../ui/status-looks.ts'
import { useAuthorLabel } from '../../ui/text/use-author-label.ts'
import { When } from '../../ui/when.tsx'
import { describeDue } from '../due.ts'
import { without } from './card-merge.ts'
import { fieldLabel } from './card-words.ts'
import type { Conflict } from './use-card-edit.ts'

function useValueText(): (field: string, value: unknown) => string {
  const { data: members } = useQuery(membersQuery)
  return (field, value) => {
    if (value === null || value === undefined || value === '') return 'Nothing'
    if (field === 'status') return statusLabel(value as Parameters<typeof statusLabel>[0])
    if (field === 'dueDate') return describeDue(String(value))
    if (field === 'assigneeId')
      return members?.find(({ userId }) => userId === value)?.user.name ?? 'A member'
    if (field === 'customerId') return 'A customer'
    if (Array.isArray(value)) return value.length === 0 ? 'Nothing' : value.join(', ')
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
}

interface CardConflictProps {
  readonly conflict: Conflict
  readonly onResolve: (patch: CardPatch) => void
  readonly onLeave: () => void
}

export function CardConflict({
  conflict: { patch, clashes },
  onResolve,
  onLeave,
}: CardConflictProps) {
  const label = useAuthorLabel()
  const text = useValueText()
  return (
    <ConflictDialog
      heading="Somebody else changed this card"
      clashes={clashes.map(({ field, mine, theirs, by, at }) => {
        const author = by === undefined ? 'Somebody else' : label(by)
        const isOwn = author === 'You'
        return {
          field,
          label: fieldLabel(field),
          mine: text(field, mine),
          theirs: text(field, theirs),
          theirName: isOwn ? 'From your other page' : author,
          note: (
            <>
              changed by {isOwn ? 'you on another page' : author}
              {at !== undefined && (
                <>
                  , <When at={at} />
                </>
              )}
            </>
          ),
        }
      })}
      onResolve={(theirs) => onResolve(without(patch, theirs))}
      onLeave={onLeave}
    />
  )
}
