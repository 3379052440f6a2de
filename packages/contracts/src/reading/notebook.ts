import { z } from 'zod'
import { cursor, ReadCursor, readRpc } from './outcome.ts'

/** As the provider's addresses and answers write it: a UUID with or without hyphens; a proxy may have ids of its own. */
const NotebookId = z.string().regex(/^[\w-]{1,100}$/, { error: 'Not the id of a database' })

const Value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()])

export const NotebookRow = z.object({
  id: z.string(),
  title: z.string(),
  url: z.string().nullable(),
  createdAt: z.string(),
  editedAt: z.string(),
  /** By the name of the column: texts, numbers, ticks, and lists of texts. */
  properties: z.record(z.string(), Value),
})
export type NotebookRow = z.infer<typeof NotebookRow>

export const QueryNotebook = readRpc({
  subject: 'connect.notebook-query',
  description: 'One page of the rows of a database, of all its data sources, the longest unchanged first',
  asked: {
    database: NotebookId,
    /** Only rows that were changed then or later. */
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
