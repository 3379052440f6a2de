import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { stateCharsets } from './state-charsets.ts'
import { bounded, mostAttachments } from './text-requests.ts'

const limits = { maxNestingDepth: 32, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 3 }
/** Messages that are attached to each other. */
const deepest = 3
const longestName = 200

/** A file of a message, or of a message that is attached to it. */
export interface MessagePart {
  name: string
  contentType: string
  bytes: Uint8Array
  /** Set on an attached message. */
  message?: Email
}

export interface ReadMessage {
  mail: Email
  parts: MessagePart[]
  /** True if there are more files than are read. */
  hasMore: boolean
}

const isMessage = ({ mimeType, filename }: Attachment): boolean =>
  /^message\/(?:rfc822|global)$/i.test(mimeType) ||
  (/^application\/octet-stream$/i.test(mimeType) && /\.eml$/i.test(filename ?? ''))

/** A picture belongs to the text if the message says so, or if its HTML shows it by its Content-ID (RFC 2392). */
function isEmbedded({ related, mimeType, contentId }: Attachment, html: string): boolean {
  if (!mimeType.startsWith('image/')) return false
  const id = contentId?.replace(/^<|>$/g, '') ?? ''
  return related === true || (id !== '' && html.includes(`cid:${id}`))
}

/**
 * A message with its files. A message that was forwarded as an attachment is followed by its own files. Pictures of a
 * text are left out. Throws for a message that cannot be read at all.
 */
export async function readMessage(bytes: Uint8Array, depth = 0): Promise<ReadMessage> {
  const mail = await PostalMime.parse(stateCharsets(bytes), limits)
  const parts: MessagePart[] = []
  let hasMore = false
  for (const attachment of mail.attachments) {
    if (isEmbedded(attachment, mail.html ?? '')) continue
    const part = toPart(attachment)
    const inner =
      isMessage(attachment) && depth < deepest ? await readInner(part.bytes, depth) : undefined
    parts.push(
      inner === undefined ? part : { ...part, message: inner.mail },
      ...(inner?.parts ?? []),
    )
    hasMore ||= parts.length > mostAttachments || inner?.hasMore === true
    if (parts.length > mostAttachments) break
  }
  return { mail, parts: parts.slice(0, mostAttachments), hasMore }
}

/** A broken message inside of another is a file like any other. */
const readInner = (bytes: Uint8Array, depth: number): Promise<ReadMessage | undefined> =>
  readMessage(bytes, depth + 1).catch(() => undefined)

function toPart({ filename, mimeType, content }: Attachment): MessagePart {
  const usual = /^message\//i.test(mimeType) ? 'message.eml' : 'attachment'
  return {
    name: bounded(filename ?? usual)
      .text.slice(0, longestName)
      .toWellFormed(),
    contentType: mimeType,
    bytes: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
  }
}
