import { fileText } from './file-text.ts'
import { mailText } from './mail-text.ts'
import type { FileText, MailText, TextRequest } from './text-requests.ts'

/** Answers one request, in the thread of the caller. */
export const readText = (request: TextRequest): Promise<MailText | FileText> =>
  request.kind === 'mail'
    ? mailText(request.bytes)
    : fileText(request.bytes, request.contentType, request.name)
