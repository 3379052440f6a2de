import {
  type BoardColumn,
  type Card,
  type CardStatus,
  type ColumnStatus,
  defaultColumns,
  statusesByColumn,
} from '@atrium/contracts'

/** A column: its statuses, and the status of a card dropped there. */
export interface Column {
  readonly id: string
  readonly label: string
  readonly status: ColumnStatus
  readonly statuses: readonly CardStatus[]
  /**
   * Set on the first column of its status: the ids of the further ones. The first column also shows
   * the cards that are in none of them.
   */
  readonly others: readonly string[] | undefined
}

const archived: BoardColumn = { id: 'archived', name: 'Archived', status: 'archived' }

/**
 * Returns the shown columns. A status that no column of the organisation has keeps its default
 * column, so that no card is lost from sight.
 */
export function toColumns(own: readonly BoardColumn[], withArchived: boolean): readonly Column[] {
  const missing = [...defaultColumns, ...(withArchived ? [archived] : [])].filter(
    ({ status }) => !own.some((column) => column.status === status),
  )
  return [...own, ...missing].flatMap(({ id, name, status }, _, all) => {
    if (status === 'archived' && !withArchived) return []
    const same = all.filter((column) => column.status === status).map((column) => column.id)
    const others = same[0] === id ? same.slice(1) : undefined
    return { id, label: name, status, statuses: statusesByColumn[status], others }
  })
}

/** True if the column shows the card. */
export const isInColumn = (
  { id, statuses, others }: Pick<Column, 'id' | 'statuses' | 'others'>,
  { status, columnId }: Pick<Card, 'status' | 'columnId'>,
): boolean =>
  statuses.includes(status) &&
  (others === undefined ? columnId === id : columnId === null || !others.includes(columnId))

/** Returns the change that moves these cards to the column. Their status stays if it fits. */
export function moveTo(
  { id, status, statuses, others }: Column,
  cards: readonly Pick<Card, 'status'>[],
): { status?: ColumnStatus; columnId?: string | null } {
  const fits = cards.every((card) => statuses.includes(card.status))
  return {
    ...(fits ? {} : { status }),
    ...(others === undefined ? { columnId: id } : others.length === 0 ? {} : { columnId: null }),
  }
}

/** True if users may move the card between columns. Posts have their own state machine. */
export const isMovable = ({ kind }: Pick<Card, 'kind'>): boolean => kind !== 'post'
