import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Visibility } from '@atrium/asset-key'
import type { BlobStore } from '@atrium/blob-store'
import { AppError, commonErrors, FileName, maxFileName, nameUploadedFile } from '@atrium/contracts'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { caps, type StagedMedia, stageMedia } from './stage-media.ts'

export interface ReceivedUpload extends StagedMedia {
  readonly visibility: Visibility
  readonly keepMetadata: boolean
  /** The file's name for users. Undefined if the form contains nothing useful. */
  readonly name: string | undefined
  /** True if `name` comes from a form field and not from the file part. */
  readonly isNamed: boolean
}

export interface ReceiveOptions {
  headers: IncomingHttpHeaders
  body: Readable
  store: BlobStore
  digest: boolean
  stallTimeoutMs: number
}

/** Maximum size of boundaries, part headers and the other fields, in bytes. */
const framingBytes = 64 * 1024
const largestBody = Math.max(...Object.values(caps)) + framingBytes

const invalid = (path: string, message: string, cause?: unknown) =>
  commonErrors.validation_failed({ details: { errors: [{ path, message }] }, cause })

/**
 * Reads one `file`, and at most one `visibility`, `keepMetadata` and `name`. A rejected form leaves
 * no bytes.
 */
export async function receiveUpload(options: ReceiveOptions): Promise<ReceivedUpload> {
  const { headers, body, store } = options
  if (Number(headers['content-length']) > largestBody) throw commonErrors.payload_too_large()
  const parser = openParser(headers)
  const form: Form = {
    visibility: undefined,
    keepMetadata: undefined,
    name: undefined,
    fileName: undefined,
    stream: undefined,
    file: undefined,
  }

  try {
    await feed(options, parser, (fail) => {
      parser.on('field', (name, value, nameTruncated, valueTruncated) => {
        const error = takeField(form, name, nameTruncated || valueTruncated ? undefined : value)
        if (error) fail(error)
      })
      parser.on('file', (_name, stream, filename) => {
        // Without an error listener a truncated part would end the process.
        stream.on('error', () => undefined)
        form.stream = stream
        form.fileName = filename
        form.file = stageFile(stream, filename ?? '', { store, digest: options.digest })
        form.file.catch(fail)
      })
    })
    const file = await form.file
    if (!file) throw invalid('file', 'Send a file')
    return {
      ...file,
      visibility: form.visibility ?? 'pub',
      keepMetadata: form.keepMetadata === 'true',
      name: form.name ?? readFileName(form.fileName),
      isNamed: form.name !== undefined,
    }
  } catch (error) {
    form.stream?.destroy(new Error('The upload has failed', { cause: error }))
    await form.file?.then(
      (file) => file?.staged.abort(),
      () => undefined,
    )
    throw error
  } finally {
    body.unpipe(parser)
  }
}

interface Form {
  visibility: Visibility | undefined
  keepMetadata: 'true' | 'false' | undefined
  name: string | undefined
  fileName: string | undefined
  stream: BusboyFileStream | undefined
  file: Promise<StagedMedia> | undefined
}

function openParser(headers: IncomingHttpHeaders): BusboyInstance {
  const contentType = headers['content-type'] ?? ''
  const notAForm = 'Send multipart/form-data with a boundary'
  if (!/^multipart\/form-data\s*;/i.test(contentType)) throw invalid('', notAForm)
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': contentType },
      isPartAFile: (name) => name === 'file',
      fileHwm: 64 * 1024,
      highWaterMark: 64 * 1024,
      limits: {
        parts: 4,
        files: 1,
        // One more than allowed, so a repeated field can be rejected by its name.
        fields: 4,
        fieldNameSize: 100,
        fieldSize: 8_000,
        headerPairs: 20,
        headerSize: 16_384,
      },
    })
  } catch (cause) {
    throw invalid('', notAForm, cause)
  }
}

function takeField(form: Form, name: string, value: string | undefined): AppError | undefined {
  if (name === 'keepMetadata') {
    if (form.keepMetadata) return invalid('keepMetadata', 'Send keepMetadata once')
    if (value !== 'true' && value !== 'false') return invalid('keepMetadata', 'Use true or false')
    form.keepMetadata = value
    return undefined
  }
  if (name === 'name') {
    if (form.name !== undefined) return invalid('name', 'Send one name')
    const given = FileName.safeParse(value)
    if (!given.success) return invalid('name', `Send a name of at most ${maxFileName} characters`)
    form.name = given.data
    return undefined
  }
  if (name !== 'visibility')
    return invalid(String(name ?? ''), 'Send only file, visibility, keepMetadata and name')
  if (form.visibility) return invalid('visibility', 'Send one visibility')
  if (value !== 'pub' && value !== 'priv') return invalid('visibility', 'Use pub or priv')
  form.visibility = value
  return undefined
}

/**
 * Returns the file's name on the uploader's disk. Programs that send bytes without a name call the
 * part `blob`.
 */
function readFileName(sent: string | undefined): string | undefined {
  // Browsers encode a quotation mark like this (HTML, "multipart/form-data encoding algorithm").
  const name = nameUploadedFile((sent ?? '').replaceAll('%22', '"'))
  return name === 'blob' ? undefined : name
}

async function stageFile(
  stream: BusboyFileStream,
  filename: string,
  options: { store: BlobStore; digest: boolean },
): Promise<StagedMedia> {
  const file = await stageMedia(stream, options)
  if (file) return file
  // A browser sends an empty file field as a part without a name or bytes.
  if (filename === '') throw invalid('file', 'Send a file')
  throw commonErrors.unsupported_media_type({ message: 'The file is empty' })
}

/**
 * Pipes the body to the parser until the form ends. `listen` receives a function that ends it
 * early.
 */
async function feed(
  { body, stallTimeoutMs }: Pick<ReceiveOptions, 'body' | 'stallTimeoutMs'>,
  parser: BusboyInstance,
  listen: (fail: (error: unknown) => void) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const cut = () => {
    if (!body.readableEnded) reject(new Error('The upload was interrupted. Try again.'))
  }
  const stalled = setTimeout(
    () => reject(invalid('', 'The upload took too long. Try again.')),
    stallTimeoutMs,
  )
  const onData = () => stalled.refresh()
  listen(reject)
  parser.on('error', (cause) =>
    reject(
      cause instanceof AppError
        ? cause
        : invalid('', 'The upload is damaged. Send it again.', cause),
    ),
  )
  parser.on('filesLimit', () => reject(invalid('file', 'Send one file')))
  for (const limit of ['partsLimit', 'fieldsLimit'] as const) {
    parser.on(limit, () =>
      reject(invalid('', 'Send one file, and visibility, keepMetadata and name at most once')),
    )
  }
  parser.on('finish', resolve)
  body.on('data', onData)
  body.on('end', () => clearTimeout(stalled))
  body.on('error', reject)
  body.on('close', cut)
  body.pipe(parser)
  try {
    await promise
  } finally {
    clearTimeout(stalled)
    body.off('data', onData)
    body.off('error', reject)
    body.off('close', cut)
  }
}
