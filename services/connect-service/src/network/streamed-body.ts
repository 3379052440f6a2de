import { randomBytes } from 'node:crypto'
import type { MediaFile } from '../providers/provider.ts'

/** A body with a file or a part of one. The file is read while it is sent, a megabyte at a time. */
export interface StreamedBody {
  contentType: string
  length: number
  /** The form fields before the file, in order. */
  fields: readonly (readonly [name: string, value: string])[]
  /** Reads the body from the start. Throws the errors of reading the file. */
  parts(): AsyncIterable<Uint8Array>
}

interface Range {
  start: number
  end: number
}

const partBytes = 1024 * 1024

// Escapes names like browsers do (HTML Standard, "multipart/form-data encoding algorithm").
const quoted = (name: string): string =>
  `"${name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')}"`

async function* read(file: MediaFile, { start, end }: Range): AsyncIterable<Uint8Array> {
  for (let at = start; at < end; at += partBytes)
    yield await file.read(at, Math.min(at + partBytes, end))
}

const whole = ({ size }: MediaFile): Range => ({ start: 0, end: size })

export const streamedBytes = (
  file: MediaFile,
  contentType: string,
  range = whole(file),
): StreamedBody => ({
  contentType,
  length: range.end - range.start,
  fields: [],
  parts: () => read(file, range),
})

/**
 * Builds a multipart form (RFC 7578): first the given fields, then the file as the field `name`.
 * Sends only the bytes in `range` if a range is given.
 */
export function streamedForm(
  fields: StreamedBody['fields'],
  name: string,
  file: MediaFile,
  range = whole(file),
): StreamedBody {
  const boundary = `atrium-${randomBytes(18).toString('base64url')}`
  const disposition = (field: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name=${quoted(field)}`
  const before = fields
    .map(([field, value]) => `${disposition(field)}\r\n\r\n${value}\r\n`)
    .join('')
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(file.contentType)
    ? file.contentType
    : 'application/octet-stream'
  const head = Buffer.from(
    `${before}${disposition(name)}; filename=${quoted(file.name)}\r\nContent-Type: ${type}\r\n\r\n`,
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: head.length + (range.end - range.start) + tail.length,
    fields,
    async *parts() {
      yield head
      yield* read(file, range)
      yield tail
    },
  }
}

export const isStreamed = (body: object): body is StreamedBody =>
  'parts' in body && typeof body.parts === 'function'
