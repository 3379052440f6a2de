import { z } from 'zod'
import { cursor, partOfFile, ReadCursor, readRpc } from './outcome.ts'

const FileId = z.string().regex(/^[\w-]{1,200}$/, { error: 'This is not a file or folder ID' })

/** The folder limit per listing. */
export const mostFolders = 40

/** The largest file to read, in bytes. */
export const maxDriveBytes = 32 * 1024 * 1024

export const DriveFile = z.object({
  id: FileId,
  name: z.string(),
  /** The file's type, or the provider's document kind. */
  mimeType: z.string(),
  /** Bytes. Null for the provider's own document kinds. */
  size: z.number().nullable(),
  modifiedAt: z.string(),
  url: z.string().nullable(),
  owner: z.string().nullable(),
})
export type DriveFile = z.infer<typeof DriveFile>

export const ListFiles = readRpc({
  subject: 'connect.drive-list',
  description:
    'One page of the files or the folders of a drive: those that were changed the longest ago first, or with words by relevance. A shortcut is the file or folder that it leads to',
  asked: {
    folder: FileId.optional(),
    /** Returns files in any of these folders. Replaces `folder`. */
    folders: z.array(FileId).min(1).max(mostFolders).optional(),
    /** `folders` lists folders instead of files. */
    kind: z.enum(['files', 'folders']).default('files'),
    query: z.string().max(500).default(''),
    /** Returns only files changed at or after this time. */
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
    /** The content type, after an export if one was needed. */
    contentType: z.string(),
    ...partOfFile,
  },
})
