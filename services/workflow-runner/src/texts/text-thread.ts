import { parentPort } from 'node:worker_threads'
import type { ThreadAnswer } from '@atrium/service-kit'
import { attachedFiles } from './attached-files.ts'
import { fileText } from './file-text.ts'
import { mailText } from './mail-text.ts'
import { parseData } from './parse-data.ts'
import type { FileText, TextAnswer, TextRequest } from './text-requests.ts'

async function readText(request: TextRequest): Promise<TextAnswer> {
  if (request.kind === 'data') return parseData(request)
  if (request.kind === 'mail') return mailText(request.bytes)
  if (request.kind === 'attachments') return attachedFiles(request.bytes)
  if (/^message\/rfc822\b/i.test(request.contentType)) return messageText(request.bytes)
  return fileText(request.bytes, request.contentType, request.name)
}

/** Reads a message stored as a file, for example in a drive. */
async function messageText(bytes: Uint8Array): Promise<FileText> {
  const { subject, from, text, truncated } = await mailText(bytes)
  return { text: [subject, from, '', text].join('\n').trim(), truncated }
}

parentPort?.on('message', async (request: TextRequest) => {
  const answer = await readText(request).then(
    (value): ThreadAnswer<TextAnswer> => ({ value }),
    (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
  )
  parentPort?.postMessage(answer)
})
