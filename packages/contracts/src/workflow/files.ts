import { z } from 'zod'
import { defineRpc } from '../core/messages.ts'
import { named } from '../core/schemas.ts'
import { file, tagged } from '../core/tagged.ts'

/** The largest item file, in bytes. */
export const maxItemFileBytes = 50_000_000

/** The file limit for one webhook call, and for one node per item. */
export const maxFilesOfItem = 20

/** An item's file: a reference to bytes stored by the runner for the organisation. */
export const ItemFile = named('ItemFile', {
  fileId: z.string(),
  name: z.string(),
  contentType: z.string(),
  bytes: z.number().int(),
})
export type ItemFile = z.output<typeof ItemFile>

const fileId = /file_[0-9a-f]{32}/g

/**
 * Returns the distinct file ids in a serialized record. May return an id too many but never misses
 * one.
 */
export const findFileIds = (text: string): string[] => [...new Set(text.match(fileId))]

export const getFile = tagged('Workflows').org.get('getFile', '/api/files/{fileId}', {
  assistants: false,
  sdk: 'files.get',
  summary: 'A file from an item',
  description:
    'A file that a workflow received or downloaded, for members of the organisation. The browser shows pictures and saves every other file. A file is kept as long as a run or a card refers to it.',
  params: z.object({ fileId: z.string().max(200).describe('The file’s id, from the item.') }),
  responses: file('The file', 'application/octet-stream', 'text/plain'),
  example: { params: { fileId: '{photo.fileId}' } },
})

export const BoardLiveFiles = defineRpc({
  subject: 'board.live-files',
  description: 'Which of these files of items a card or its timeline names',
  input: z.object({ orgId: z.string(), fileIds: z.array(z.string().max(200)).max(1_000) }),
  output: z.object({ live: z.array(z.string()) }),
  timeoutMs: 10_000,
})
