/** A work of the thread of texts: the text of a file, those of a message (RFC 5322), or the files of a message. */
export type TextRequest =
  | { kind: 'file'; bytes: Uint8Array; contentType: string; name: string }
  | { kind: 'mail'; bytes: Uint8Array }
  | { kind: 'attachments'; bytes: Uint8Array }

/** A file of a message; inline pictures of its text are none. */
export interface AttachedFile {
  name: string
  contentType: string
  bytes: Uint8Array
}

/** Undefined text: a kind of file without any that can be read. */
export interface FileText {
  text: string | undefined
  truncated: boolean
}

export interface MailAttachment extends FileText {
  name: string
  contentType: string
  /** Bytes. */
  size: number
}

export interface MailText {
  subject: string
  from: string
  to: string
  /** As the sender wrote it, where it is a date: ISO 8601. */
  date: string | null
  messageId: string | null
  text: string
  truncated: boolean
  attachments: MailAttachment[]
}

export type TextAnswer = MailText | FileText | AttachedFile[]

export const longestText = 200_000
export const mostAttachments = 20
export const largestFile = 32 * 1024 * 1024
export const largestUnpacked = 64 * 1024 * 1024

/** A text within its limit, without characters that a database refuses. */
export function bounded(text: string): { text: string; truncated: boolean } {
  const clean = text.replaceAll('\u0000', '').toWellFormed()
  return clean.length <= longestText
    ? { text: clean, truncated: false }
    : { text: clean.slice(0, longestText).toWellFormed(), truncated: true }
}
