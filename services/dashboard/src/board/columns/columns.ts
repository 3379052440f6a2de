import type { Card, CardStatus } from '@atrium/contracts'

/** A column: its statuses, and the status of a card dropped there. */
export interface Column {
  readonly id: 'todo' | 'doing' | 'done' | 'failed' | 'archived'
  readonly label: string
  readonly statuses: readonly CardStatus[]
}

const live: readonly Column[] = [
  { id: 'todo', label: 'To do', statuses: ['todo', 'enriching', 'enriched', 'draft'] },
  { id: 'doing', label: 'In progress', statuses: ['doing', 'reviewed', 'posting', 'handed_off'] },
  { id: 'done', label: 'Done', statuses: ['done', 'posted', 'posted_by_hand'] },
  { id: 'failed', label: 'Needs attention', statuses: ['failed', 'unconfirmed'] },
]
const archived: Column = { id: 'archived', label: 'Archived', statuses: ['archived'] }

export const listColumns = (withArchived: boolean): readonly Column[] =>
  withArchived ? [...live, archived] : live

export const findColumn = (status: CardStatus): Column =>
  live.find(({ statuses }) => statuses.includes(status)) ?? archived

/** True if users may move the card between columns. Posts have their own state machine. */
export const isMovable = ({ kind }: Pick<Card, 'kind'>): boolean => kind !== 'post'
