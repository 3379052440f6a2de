import { extname } from 'node:path'
import { createThreadedLanes } from '@atrium/service-kit'
import type { DataRequest, ParsedData } from './parse-data.ts'
import { textProcesses } from './text-process.ts'
import type { AttachedFile, FileText, MailText, TextAnswer, TextRequest } from './text-requests.ts'

/** Extracts the text of untrusted mails and files outside the event loop. Lanes take turns. */
export interface TextReader {
  /** Rejects if the bytes cannot be parsed, or if they take too much time or memory. */
  mail(lane: string, bytes: Uint8Array): Promise<MailText>
  attachments(lane: string, bytes: Uint8Array): Promise<AttachedFile[]>
  file(
    lane: string,
    file: { bytes: Uint8Array; contentType: string; name: string },
  ): Promise<FileText>
  /** Rejects if the text has another format, or if it takes too much time or memory. */
  data(lane: string, request: DataRequest): Promise<ParsedData>
}

const longestMs = 30_000

/**
 * Reads one text at a time in a child process. If a text exhausts memory or time, only this text
 * and the process fail. A thread would not do: a PDF of a few kilobytes can unpack to gigabytes,
 * which no heap limit counts.
 */
export function createTextReader(
  limitMs: number = longestMs,
): TextReader & { stop(): Promise<void> } {
  const thread = createThreadedLanes<TextRequest, TextAnswer>({
    // The bundle has the thread as a separate file with the bundle's extension.
    file: new URL(`./text-thread${extname(import.meta.url)}`, import.meta.url),
    longestMs: limitMs,
    heap: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 },
    memoryLimit: textProcesses.memoryLimit,
    reasons: {
      memory: 'Its text is too large to read',
      time: 'Its text takes too long to read',
      lost: 'Its text could not be read',
    },
    error: (reason) => new Error(reason),
  })
  return {
    mail: async (lane, bytes) => (await thread.run(lane, { kind: 'mail', bytes })) as MailText,
    attachments: async (lane, bytes) =>
      (await thread.run(lane, { kind: 'attachments', bytes })) as AttachedFile[],
    file: async (lane, file) => (await thread.run(lane, { kind: 'file', ...file })) as FileText,
    data: async (lane, request) =>
      (await thread.run(lane, { kind: 'data', ...request })) as ParsedData,
    stop: thread.stop,
  }
}
