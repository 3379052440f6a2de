import { z } from 'zod'
import { defineRpc } from '../core/messages.ts'

/** The most files per call. Split a longer list into several calls. */
export const maxMediaFacts = 20

/** What the file store knows about a file. */
export const MediaFacts = z.object({
  bytes: z.number().int(),
  /** The displayed size in pixels. Null if the file is sound or cannot be read. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** Null if the file is no video or does not state it. */
  durationMs: z.number().int().nullable(),
})
export type MediaFacts = z.infer<typeof MediaFacts>

export const ReadAltTexts = defineRpc({
  subject: 'assets.alt-texts',
  description: 'The alternative texts of these files of an org. A file without one is left out',
  input: z.object({ orgId: z.string(), keys: z.array(z.string().max(200)).max(maxMediaFacts) }),
  output: z.object({ altTexts: z.record(z.string(), z.string()) }),
  timeoutMs: 5_000,
})

export const ReadMediaFacts = defineRpc({
  subject: 'assets.media-facts',
  description:
    'Bytes of each of these files of an org, width and height of its pictures and videos, and the duration of its videos. A file that does not exist is left out',
  input: z.object({ orgId: z.string(), keys: z.array(z.string().max(200)).max(maxMediaFacts) }),
  output: z.object({ facts: z.record(z.string(), MediaFacts) }),
  timeoutMs: 5_000,
})
