import type { Card, CardStatus } from '@atrium/contracts'

/** A column: the status that a card takes when it is dropped there, and all statuses that it shows. */
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

/** Whether a person moves the card between columns; posts have a machine of their own. */
export const isMovable = ({ kind }: Pick<Card, 'kind'>): boolean => kind !== 'post'
