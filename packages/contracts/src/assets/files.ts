import { z } from 'zod'
import { defineRpc } from '../core/messages.ts'

/** The limit for one part of a file in bytes. A part fits into one bus message. */
export const maxFilePart = 384 * 1024
/** The largest file stored in parts, in bytes. The limit for its type may be lower. */
export const maxStoredBytes = 50_000_000
export const maxDocumentBytes = 25_000_000

export const StoredFile = z.object({
  key: z.string(),
  url: z.string(),
  contentType: z.string(),
  bytes: z.number().int(),
})
export type StoredFile = z.infer<typeof StoredFile>

export const StoreFilePart = defineRpc({
  subject: 'assets.store-file',
  description:
    'A part of a file of an org, in the order of its bytes; the last one stores it. The same file under the same name is stored once',
  input: z.object({
    orgId: z.string(),
    /** The file's identity at its source, for example its message and its position there. */
    name: z.string().min(1).max(500),
    /** The whole file's SHA-256 in hex. */
    digest: z.string().regex(/^[0-9a-f]{64}$/),
    /** The whole file's size in bytes. */
    size: z.number().int().min(1).max(maxStoredBytes),
    /** Defaults to `priv`. */
    visibility: z.enum(['priv', 'pub']).exactOptional(),
    /** The visible file name. */
    fileName: z.string().max(2_000).exactOptional(),
    offset: z.number().int().min(0),
    /** Base64. */
    bytes: z.string().max(Math.ceil(maxFilePart / 3) * 4),
  }),
  output: z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('more'), next: z.number().int() }),
    z.object({ outcome: z.literal('stored'), file: StoredFile }),
    /** A part is missing. The caller sends the file again from the beginning. */
    z.object({ outcome: z.literal('restart') }),
    z.object({ outcome: z.literal('refused'), message: z.string() }),
  ]),
  timeoutMs: 30_000,
})
export type FilePart = z.output<typeof StoreFilePart.input>
export type FilePartOutcome = z.output<typeof StoreFilePart.output>
