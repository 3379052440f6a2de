import type { DataRequest, ParsedData } from './parse-data.ts'

/** A job for the text thread: a parsed text, a file's text, a message's texts (RFC 5322), or a message's files. */
export type TextRequest =
  | { kind: 'file'; bytes: Uint8Array; contentType: string; name: string }
  | { kind: 'mail'; bytes: Uint8Array }
  | { kind: 'attachments'; bytes: Uint8Array }
  | ({ kind: 'data' } & DataRequest)

/** A file of a message. Pictures inside the text are left out. */
export interface AttachedFile {
  name: string
  contentType: string
  bytes: Uint8Array
}

/** `text` is undefined if this kind of file has no readable text. */
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
  /** ISO 8601 if the sender's date is valid, otherwise as the sender wrote it. */
  date: string | null
  messageId: string | null
  text: string
  truncated: boolean
  attachments: MailAttachment[]
}

export type TextAnswer = MailText | FileText | AttachedFile[] | ParsedData

export const longestText = 200_000
export const mostAttachments = 20
export const largestFile = 32 * 1024 * 1024
export const largestUnpacked = 64 * 1024 * 1024

/** Cuts a text to its limit and removes characters, if the database rejects them. */
export function bounded(text: string): { text: string; truncated: boolean } {
  const clean = text.replaceAll('\u0000', '').toWellFormed()
  return clean.length <= longestText
    ? { text: clean, truncated: false }
    : { text: clean.slice(0, longestText).toWellFormed(), truncated: true }
}
