import { z } from 'zod'
import { Tags } from '../core/tags.ts'
import { CardStatus, DueDate } from './card.ts'

export const maxBulkCards = 200

/** One change, or a deletion, for many cards. */
export const BulkCards = z
  .strictObject({
    ids: z
      .array(z.string().min(1).max(100))
      .min(1)
      .max(maxBulkCards)
      .describe('The ids of the cards, at most 200. Repeated ids count once.'),
    set: z
      .strictObject({
        status: CardStatus.optional().describe('The new status.'),
        addTags: Tags.optional().describe('Tags to add.'),
        removeTags: Tags.optional().describe('Tags to remove.'),
        dueDate: DueDate.nullable()
          .optional()
          .describe('The new due date, a day or a time. Null removes it.'),
        assigneeId: z
          .string()
          .min(1)
          .max(200)
          .nullable()
          .optional()
          .describe('The user id of a member of the organisation. Null clears it.'),
        columnId: z
          .string()
          .min(1)
          .max(60)
          .nullable()
          .optional()
          .describe('A column of the board. The cards get the column’s status.'),
      })
      .refine((set) => Object.values(set).some((value) => value !== undefined), {
        error: 'Name at least one change',
      })
      .optional()
      .describe('The change to apply to each card. Send either `set` or `delete`.'),
    delete: z
      .literal(true)
      .optional()
      .describe('`true` deletes the cards. Send either `delete` or `set`.'),
  })
  .refine((bulk) => (bulk.set === undefined) !== (bulk.delete === undefined), {
    error: 'Name what to set or to delete',
  })
  .meta({ id: 'BulkCards' })
export type BulkCards = z.infer<typeof BulkCards>

export const BulkResult = z
  .object({
    changed: z
      .array(z.string())
      .describe(
        'The ids of the cards that now match the request, including those that already did.',
      ),
    refused: z
      .array(
        z.object({
          id: z.string().describe('The card’s id.'),
          code: z
            .string()
            .describe('The error code that a PATCH or DELETE of this card would return.'),
          message: z.string().describe('The reason in words.'),
        }),
      )
      .describe('The cards that were not changed.'),
  })
  .meta({
    id: 'BulkResult',
    description: 'The cards that now match the request, and those that were not changed.',
  })
export type BulkResult = z.infer<typeof BulkResult>
