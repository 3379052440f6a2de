import { z } from 'zod'
import { defineRpc } from '../core/messages.ts'
import { ReadCursor, readOutcome, readTarget, readTimeoutMs } from './outcome.ts'

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

export const QueryNotebook = defineRpc({
  subject: 'connect.notebook-query',
  description: 'One page of the rows of a database, of all its data sources, the longest unchanged first',
  input: z.object({
    ...readTarget,
    database: NotebookId,
    /** Only rows that were changed then or later. */
    changedSince: z.iso.datetime().optional(),
    cursor: ReadCursor.default(null),
  }),
  output: readOutcome(z.object({ rows: z.array(NotebookRow), next: ReadCursor })),
  timeoutMs: readTimeoutMs,
})

export const ReadNotebookPage = defineRpc({
  subject: 'connect.notebook-page',
  description: 'The text of one page of the blocks of a row, a line for each block',
  input: z.object({ ...readTarget, id: NotebookId, cursor: ReadCursor.default(null) }),
  output: readOutcome(z.object({ lines: z.array(z.string()), next: ReadCursor })),
  timeoutMs: readTimeoutMs,
})
