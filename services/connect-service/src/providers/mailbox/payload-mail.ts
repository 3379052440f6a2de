import { createHash } from 'node:crypto'
import { z } from 'zod'

const Header = z.object({ name: z.string().regex(/^[!-9;-~]{1,100}$/), value: z.string() })

interface MailPart {
  mimeType?: string | undefined
  filename?: string | undefined
  headers?: z.output<typeof Header>[] | undefined
  body?: { data?: string | undefined } | undefined
  parts?: MailPart[] | undefined
}

/** The message from a call with `format=full`. */
export const MailPayload: z.ZodType<MailPart> = z.lazy(() =>
  z.object({
    mimeType: z.string().optional().catch(undefined),
    filename: z.string().optional().catch(undefined),
    headers: z.array(Header).optional().catch(undefined),
    body: z.object({ data: z.string().optional() }).optional().catch(undefined),
    parts: z.array(MailPayload).max(1_000).optional().catch(undefined),
  }),
)

const deepest = 20
const ofContent = /^(?:content-|mime-version$)/i
const oneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ')
const readType = (text: string | undefined, otherwise: string): string =>
  text !== undefined && /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(text) ? text : otherwise

/**
 * Rebuilds the source of a parsed message, because some proxies return only parsed messages. Leaves
 * out attachments without bytes.
 */
export function toMailSource(payload: MailPart): Buffer {
  const headers = (payload.headers ?? [])
    .filter(({ name }) => !ofContent.test(name))
    .map(({ name, value }) => `${name}: ${oneLine(value)}`)
  return Buffer.from([...headers, 'MIME-Version: 1.0', ...formatPart(payload, '0')].join('\r\n'))
}

function formatPart(part: MailPart, place: string): string[] {
  const parts = part.parts ?? []
  if (parts.length === 0 || place.length > 2 * deepest) return formatLeaf(part)
  const boundary = createHash('sha256').update(place).update(JSON.stringify(parts)).digest('hex')
  const type = readType(part.mimeType, 'multipart/mixed')
  return [
    `Content-Type: ${type.startsWith('multipart/') ? type : 'multipart/mixed'}; boundary="${boundary}"`,
    '',
    ...parts.flatMap((inner, at) => [`--${boundary}`, ...formatPart(inner, `${place}.${at}`)]),
    `--${boundary}--`,
    '',
  ]
}

function formatLeaf({ mimeType, filename = '', body }: MailPart): string[] {
  const type = readType(mimeType, 'text/plain')
  const bytes = Buffer.from(body?.data ?? '', 'base64url')
  const named =
    filename === ''
      ? []
      : [
          `Content-Disposition: attachment; filename*=UTF-8''${encodeURIComponent(filename.toWellFormed())}`,
        ]
  return [
    `Content-Type: ${type}${type.startsWith('text/') ? '; charset=utf-8' : ''}`,
    'Content-Transfer-Encoding: base64',
    ...named,
    '',
    ...(bytes.toString('base64').match(/.{1,76}/g) ?? []),
  ]
}
