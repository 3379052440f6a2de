import { commonErrors, type ItemFile, type WorkflowItem, WorkflowJson } from '@atrium/contracts'
import { decodeText, parseExactJson } from '@atrium/foreign-text'
import { checkShape, isForm, readFields } from '@atrium/http'
import { parse } from 'content-disposition'
import { isBinary } from '../files/file-type.ts'
import { type CalledFile, isMultipart, readMultipart } from './read-form.ts'

export interface ReceivedCall {
  request: Request
  bytes: Uint8Array
  now: Date
}

const jsonType = /^application\/(?:[a-z0-9.+-]+\+)?json\s*(?:;|$)/i
const textType = /^text\/plain\s*(?:;|$)/i
/** Headers of the gateway, the connection and this site's cookies. */
const hidden =
  /^(?:x-(?:atrium|forwarded)(?:-.*)?|x-request-id|traceparent|tracestate|cookie|host|connection)$/

/** Stores a file of a call and returns its reference. */
export type StoreCalledFile = (file: CalledFile) => Promise<ItemFile>

/**
 * Stores the files and returns the call's item. Throws `validation_failed` if the body does not
 * match its content type, and the errors of `store`.
 */
export async function readItem(
  { request, bytes, now }: ReceivedCall,
  keepRaw: boolean,
  store: StoreCalledFile,
): Promise<WorkflowItem> {
  const contentType = request.headers.get('content-type')
  const { text, body, files } = await readContent(request, bytes)
  const given = {
    method: request.method,
    headers: readHeaders(request.headers),
    query: { ...readFields(new URL(request.url).searchParams) },
    body,
    ...(keepRaw ? { rawBody: text ?? decodeText(bytes, contentType ?? '') } : {}),
    contentType,
    receivedAt: now.toISOString(),
  }
  const parsed = WorkflowJson.safeParse(given)
  if (!parsed.success)
    throw commonErrors.validation_failed({ message: parsed.error.issues[0]?.message ?? 'The body' })
  const stored: ItemFile[] = []
  for (const file of files) stored.push(await store(file))
  return { json: { ...parsed.data, files: stored } }
}

interface Content {
  text?: string
  body: unknown
  files: readonly CalledFile[]
}

async function readContent(request: Request, bytes: Uint8Array): Promise<Content> {
  const contentType = request.headers.get('content-type')
  if (isMultipart(contentType)) {
    const { fields, files } = await readMultipart(contentType ?? '', bytes)
    return { body: fields, files }
  }
  if (bytes.length > 0 && isBinary(contentType ?? '')) {
    return {
      body: null,
      files: [{ name: nameOfBody(request), contentType: contentType ?? '', bytes }],
    }
  }
  const text = decodeText(bytes, contentType ?? '')
  return { text, body: parseBody(request, text), files: [] }
}

/** Returns the file name from `Content-Disposition`, or empty. */
function nameOfBody({ headers }: Request): string {
  try {
    return parse(headers.get('content-disposition') ?? '').parameters['filename'] ?? ''
  } catch {
    return ''
  }
}

function readHeaders(headers: Headers): Record<string, string> {
  const shown: Record<string, string> = Object.create(null)
  for (const [name, value] of headers) {
    // The sender's password was checked before and does not belong in the item.
    const isPassword = name === 'authorization' && /^basic\b/i.test(value)
    if (!hidden.test(name) && !isPassword) shown[name] = value
  }
  return { ...shown }
}

// The nesting is checked in UTF-8. In UTF-16, a letter's bytes can look like quotes and would hide
// nesting.
function parseBody(request: Request, text: string): unknown {
  if (text === '') return null
  if (isForm(request)) return { ...readFields(new URLSearchParams(text)) }
  const contentType = request.headers.get('content-type')
  if (contentType !== null && jsonType.test(contentType)) {
    checkShape(Buffer.from(text))
    try {
      return parseExactJson(text)
    } catch (cause) {
      throw commonErrors.validation_failed({ message: 'The body is not valid JSON', cause })
    }
  }
  // Several senders declare JSON as plain text, or declare no type.
  if ((contentType === null || textType.test(contentType)) && /^\s*[{[]/.test(text)) {
    try {
      checkShape(Buffer.from(text))
      return parseExactJson(text)
    } catch {
      return text
    }
  }
  return text
}
