import { z } from 'zod'
import { cursor, partOfFile, ReadCursor, readRpc } from './outcome.ts'

const FileId = z.string().regex(/^[\w-]{1,200}$/, { error: 'Not the id of a file or folder' })

/** The most folders of one listing. */
export const mostFolders = 40

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
    'One page of the files or the folders of a drive: those that were changed the longest ago first, or with words by relevance. A shortcut is the file that it leads to',
  asked: {
    folder: FileId.optional(),
    /** Files of any of these folders, instead of `folder`. */
    folders: z.array(FileId).min(1).max(mostFolders).optional(),
    /** `folders` lists folders instead of files. */
    kind: z.enum(['files', 'folders']).default('files'),
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
    'A part of the bytes of a file; a document of the provider is exported as text, and a table with all its sheets. `gone` for one that is not there, `blocked` for one that is too large or has no text',
  asked: { id: FileId, mimeType: z.string().max(200), offset: z.number().int().min(0) },
  page: {
    /** Of the bytes, after an export. */
    contentType: z.string(),
    ...partOfFile,
  },
})
