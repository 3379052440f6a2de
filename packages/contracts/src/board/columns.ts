import { z } from 'zod'
import { GivenName } from '../core/schemas.ts'
import { ok, tagged } from '../core/tagged.ts'
import type { CardStatus } from './card.ts'
import { ordinaryStatuses } from './card-statuses.ts'

export const ColumnStatus = z.enum(ordinaryStatuses)
export type ColumnStatus = z.infer<typeof ColumnStatus>

/** The statuses shown in a column. Links, contacts and posts have more statuses than there are columns. */
export const statusesByColumn: Readonly<Record<ColumnStatus, readonly CardStatus[]>> = {
  todo: ['todo', 'enriching', 'enriched', 'draft'],
  doing: ['doing', 'reviewed', 'posting', 'handed_off'],
  done: ['done', 'posted', 'posted_by_hand'],
  failed: ['failed', 'unconfirmed'],
  archived: ['archived'],
}

/** Returns the status of the columns in which a card with this status is shown. */
export const columnStatus = (status: CardStatus): ColumnStatus =>
  ordinaryStatuses.find((one) => statusesByColumn[one].includes(status)) ?? 'archived'

const ColumnId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,60}$/, 'Use letters, digits, hyphens and underscores')

export const BoardColumn = z
  .object({
    id: z.string().describe('The column’s id, unique in the organisation.'),
    name: z.string().describe('The column’s name.'),
    status: ColumnStatus.describe('The status that a card gets in this column.'),
  })
  .meta({ id: 'BoardColumn' })
export type BoardColumn = z.infer<typeof BoardColumn>

/** The columns of an organisation that has not chosen its own. */
export const defaultColumns: readonly BoardColumn[] = [
  { id: 'todo', name: 'To do', status: 'todo' },
  { id: 'doing', name: 'In progress', status: 'doing' },
  { id: 'done', name: 'Done', status: 'done' },
  { id: 'failed', name: 'Needs attention', status: 'failed' },
]

export const maxColumns = 20

export const BoardColumns = z
  .object({ items: z.array(BoardColumn).describe('The columns from left to right.') })
  .meta({ id: 'BoardColumns', description: 'The columns of the board.' })
export type BoardColumns = z.infer<typeof BoardColumns>

export const PutBoardColumns = z
  .strictObject({
    items: z
      .array(
        z.strictObject({
          id: ColumnId.optional().describe(
            'The id of a column that stays. Without an id, the column is new.',
          ),
          name: GivenName.max(60).describe('The column’s name, at most 60 characters.'),
          status: ColumnStatus.describe(
            'The status that a card gets in this column. Several columns may have the same one.',
          ),
        }),
      )
      .min(1)
      .max(maxColumns)
      .refine(
        (items) => {
          const ids = items.flatMap(({ id }) => id ?? [])
          return new Set(ids).size === ids.length
        },
        { error: 'Each column needs its own id' },
      )
      .describe('The columns from left to right, at most 20.'),
  })
  .meta({ id: 'PutBoardColumns' })
export type PutBoardColumns = z.infer<typeof PutBoardColumns>

const board = tagged('Board')

export const getBoardColumns = board.org.get('getBoardColumns', '/api/board/columns', {
  sdk: 'boardColumns.get',
  summary: 'The columns of the board',
  responses: ok('The columns from left to right', BoardColumns),
})

export const putBoardColumns = board.admin.put('putBoardColumns', '/api/board/columns', {
  sdk: 'boardColumns.put',
  summary: 'Replace the columns of the board',
  description:
    'A card in a column that is left out, or that gets another status, moves to the first column of its own status.',
  body: PutBoardColumns,
  responses: ok('The columns from left to right', BoardColumns),
  example: {
    body: {
      items: [
        { id: 'todo', name: 'Orders', status: 'todo' },
        { id: 'waiting', name: 'Waiting for the customer', status: 'todo' },
        { id: 'doing', name: 'In the oven', status: 'doing' },
        { id: 'done', name: 'Delivered', status: 'done' },
        { id: 'failed', name: 'Needs attention', status: 'failed' },
      ],
    },
  },
})
