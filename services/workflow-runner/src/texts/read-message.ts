import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { stateCharsets } from './state-charsets.ts'
import { bounded, mostAttachments } from './text-requests.ts'

const limits = { maxNestingDepth: 32, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 3 }
/** The deepest level of attached messages. */
const deepest = 3
const longestName = 200

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
  /** True if files were left out because there are too many. */
  hasMore: boolean
}

const isMessage = ({ mimeType, filename }: Attachment): boolean =>
  /^message\/(?:rfc822|global)$/i.test(mimeType) ||
  (/^application\/octet-stream$/i.test(mimeType) && /\.eml$/i.test(filename ?? ''))

/**
 * True if the message marks the picture as part of the text, or if its HTML shows the Content-ID
 * (RFC 2392).
 */
function isEmbedded({ related, mimeType, contentId }: Attachment, html: string): boolean {
  if (!mimeType.startsWith('image/')) return false
  const id = contentId?.replace(/^<|>$/g, '') ?? ''
  return related === true || (id !== '' && html.includes(`cid:${id}`))
}

/**
 * Reads a message with its files. An attached message is followed by its own files. Pictures inside
 * the text are left out. Throws if the message cannot be parsed.
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

/** If an attached message is broken, it counts as an ordinary file. */
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
