import { z } from 'zod'
import { cursor, ReadCursor, readRpc } from './outcome.ts'

/**
 * The form in the provider's URLs and responses: a UUID with or without hyphens. A proxy may use
 * other ids.
 */
const NotebookId = z.string().regex(/^[\w-]{1,100}$/, { error: 'This is not a database ID' })

const Value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()])

export const NotebookRow = z.object({
  id: z.string(),
  title: z.string(),
  url: z.string().nullable(),
  createdAt: z.string(),
  editedAt: z.string(),
  /** By column name: texts, numbers, ticks and lists of texts. */
  properties: z.record(z.string(), Value),
})
export type NotebookRow = z.infer<typeof NotebookRow>

export const QueryNotebook = readRpc({
  subject: 'connect.notebook-query',
  description:
    'One page of the rows of a database, of all its data sources, the longest unchanged first',
  asked: {
    database: NotebookId,
    /** Returns only rows changed at or after this time. */
    changedSince: z.iso.datetime().optional(),
    cursor,
  },
  page: { rows: z.array(NotebookRow), next: ReadCursor },
})

export const ReadNotebookPage = readRpc({
  subject: 'connect.notebook-page',
  description: 'The text of one page of the blocks of a row, a line for each block',
  asked: { id: NotebookId, cursor },
  page: { lines: z.array(z.string()), next: ReadCursor },
})
