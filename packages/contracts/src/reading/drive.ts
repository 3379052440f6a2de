import { z } from 'zod'
import { cursor, partOfFile, ReadCursor, readRpc } from './outcome.ts'

const FileId = z.string().regex(/^[\w-]{1,200}$/, { error: 'Not the id of a file or folder' })

/** The largest file that is read, in bytes. */
export const maxDriveBytes = 32 * 1024 * 1024

export const DriveFile = z.object({
  id: FileId,
  name: z.string(),
  /** Of the file, or the provider's own kind of document. */
  mimeType: z.string(),
  /** Bytes; null for the provider's own documents. */
  size: z.number().nullable(),
  modifiedAt: z.string(),
  url: z.string().nullable(),
  owner: z.string().nullable(),
})
export type DriveFile = z.infer<typeof DriveFile>

export const ListFiles = readRpc({
  subject: 'connect.drive-list',
  description:
    'One page of the files of a drive, without folders: those that were changed the longest ago first, or with words by relevance',
  asked: {
    folder: FileId.optional(),
    query: z.string().max(500).default(''),
    /** Only files that were changed then or later. */
    changedSince: z.iso.datetime().optional(),
    cursor,
  },
  page: { files: z.array(DriveFile), next: ReadCursor },
})

export const ReadFile = readRpc({
  subject: 'connect.drive-file',
  description:
    'A part of the bytes of a file; a document of the provider is exported as text. `gone` for one that is not there, `blocked` for one that is too large or has no text',
  asked: { id: FileId, mimeType: z.string().max(200), offset: z.number().int().min(0) },
  page: {
    /** Of the bytes, after an export. */
    contentType: z.string(),
    ...partOfFile,
  },
})
