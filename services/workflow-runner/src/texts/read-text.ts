import { attachedFiles } from './attached-files.ts'
import { fileText } from './file-text.ts'
import { mailText } from './mail-text.ts'
import type { TextAnswer, TextRequest } from './text-requests.ts'

export function readText(request: TextRequest): Promise<TextAnswer> {
  if (request.kind === 'mail') return mailText(request.bytes)
  if (request.kind === 'attachments') return attachedFiles(request.bytes)
  return fileText(request.bytes, request.contentType, request.name)
}
