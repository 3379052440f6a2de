import { extname } from 'node:path'
import { createThreadedLanes } from '@atrium/service-kit'
import type { AttachedFile, FileText, MailText, TextAnswer, TextRequest } from './text-requests.ts'

/** Takes texts out of mail and files of other people, off the event loop; the lanes take turns. */
export interface TextReader {
  /** Rejects for bytes that cannot be read, and for those that take too much time or memory. */
  mail(lane: string, bytes: Uint8Array): Promise<MailText>
  attachments(lane: string, bytes: Uint8Array): Promise<AttachedFile[]>
  file(
    lane: string,
    file: { bytes: Uint8Array; contentType: string; name: string },
  ): Promise<FileText>
}

const longestMs = 30_000

/**
 * Reads in one child process, one text at a time. A text that exhausts memory or time fails alone, with its process:
 * a PDF of a few kilobytes can unpack to gigabytes, which no heap limit counts.
 */
export function createTextReader(
  limitMs: number = longestMs,
): TextReader & { stop(): Promise<void> } {
  const thread = createThreadedLanes<TextRequest, TextAnswer>({
    // In a bundle the thread is a file beside it, with its extension.
    file: new URL(`./text-thread${extname(import.meta.url)}`, import.meta.url),
    longestMs: limitMs,
    heap: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 },
    memoryLimit: 700_000_000,
    reasons: {
      memory: 'Its text needs too much memory',
      time: 'Its text takes too long',
      lost: 'Its text could not be read',
    },
    error: (reason) => new Error(reason),
  })
  return {
    mail: async (lane, bytes) => (await thread.run(lane, { kind: 'mail', bytes })) as MailText,
    attachments: async (lane, bytes) =>
      (await thread.run(lane, { kind: 'attachments', bytes })) as AttachedFile[],
    file: async (lane, file) => (await thread.run(lane, { kind: 'file', ...file })) as FileText,
    stop: thread.stop,
  }
}
