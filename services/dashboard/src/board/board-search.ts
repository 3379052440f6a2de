import { cardKinds } from '@atrium/contracts'
import { z } from 'zod'

const text = z.string().trim().max(500)
const optionalText = text.optional().catch(undefined)

/** Accepts one or several values of a repeated parameter. */
const listSchema = <T extends z.ZodType<string>>(one: T) =>
  z
    .union([z.array(one).min(1).max(20), one.transform((value) => [value])])
    .optional()
    .catch(undefined)

export const BoardSearch = z.object({
  q: optionalText,
  kind: listSchema(z.enum(cardKinds)),
  tag: listSchema(text.min(1).max(100)),
  due: z.enum(['overdue', 'week']).optional().catch(undefined),
  /** `me`, `none` or a member's user id. */
  assignee: text.min(1).max(200).optional().catch(undefined),
  archived: z.boolean().optional().catch(undefined),
  card: optionalText,
  /** Set if the form for a new card is open: true, or the initial kind. */
  create: z
    .union([z.boolean(), z.enum(['task', 'link', 'contact'])])
    .optional()
    .catch(undefined),
  /** The id of the new card's column, unless it is the first one. */
  column: optionalText,
})
export type BoardSearch = z.output<typeof BoardSearch>

export type DueRange = NonNullable<BoardSearch['due']>

export type BoardFilters = Pick<BoardSearch, 'q' | 'kind' | 'tag' | 'due' | 'assignee'>

/** The address parameters kept by a saved view. */
export type BoardView = BoardFilters & Pick<BoardSearch, 'archived'>

/** Returns an address's view, without the open card, forms and empty parts. */
export const toView = ({ q, kind, tag, due, assignee, archived }: BoardSearch): BoardView => ({
  ...(q === undefined || q === '' ? {} : { q }),
  ...(kind === undefined ? {} : { kind }),
  ...(tag === undefined ? {} : { tag }),
  ...(due === undefined ? {} : { due }),
  ...(assignee === undefined ? {} : { assignee }),
  ...(archived === true ? { archived } : {}),
})
