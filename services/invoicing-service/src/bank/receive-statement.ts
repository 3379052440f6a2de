import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  AppError,
  commonErrors,
  invalidField,
  maxStatementBytes,
  nameUploadedFile,
  StatementMapping,
} from '@atrium/contracts'
import { parseInput } from '@atrium/http'
import { Busboy } from '@fastify/busboy'

/** An uploaded statement. `remove` deletes its files. */
export interface ReceivedStatement {
  path: string
  rowsPath: string
  name: string
  /** The hash of the file and the other fields, for an `Idempotency-Key`. */
  digest: string
  mapping: StatementMapping | null
  isPreview: boolean
  remove(): Promise<void>
}

const framingBytes = 64 * 1024
const stallMs = 30_000
const texts = new Set(['mapping', 'dryRun'])

/**
 * Stores a form's `file` in a temporary file, so it never fills memory. Throws `validation_failed`
 * (400) and `payload_too_large` (413). A rejected form leaves no file.
 */
export async function receiveStatement(request: Request): Promise<ReceivedStatement> {
  if (Number(request.headers.get('content-length')) > maxStatementBytes + framingBytes)
    throw tooLarge()
  const path = join(tmpdir(), `atrium-statement-${randomUUID()}`)
  const rowsPath = `${path}.rows`
  const remove = async () => {
    await Promise.all([path, rowsPath].map((each) => rm(each, { force: true })))
  }
  try {
    const { name, hash, fields } = await readForm(request, path)
    for (const [field, value] of [...fields].sort()) hash.update(`\n${field}=${value}`)
    const dryRun = fields.get('dryRun')
    if (dryRun !== undefined && dryRun !== 'true' && dryRun !== 'false')
      throw invalidField('dryRun', 'Use true or false')
    return {
      path,
      rowsPath,
      name,
      digest: hash.digest('hex'),
      mapping: parseMapping(fields.get('mapping')),
      isPreview: dryRun === 'true',
      remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}

const tooLarge = () =>
  commonErrors.payload_too_large({ message: 'A bank statement may have at most 50 MB' })

function parseMapping(text: string | undefined): StatementMapping | null {
  if (text === undefined || text.trim() === '') return null
  try {
    return parseInput(StatementMapping, JSON.parse(text))
  } catch (error) {
    const errors = error instanceof AppError ? (error.details.errors ?? []) : []
    const [first] = errors
    throw invalidField(
      first === undefined ? 'mapping' : `mapping.${first.path}`,
      first?.message ?? 'Send the columns as JSON',
    )
  }
}

function openParser(request: Request) {
  const type = request.headers.get('content-type') ?? ''
  const notAForm = () => invalidField('', 'Send multipart/form-data with a boundary')
  if (!/^multipart\/form-data\s*;/i.test(type)) throw notAForm()
  try {
    return new Busboy({
      headers: { 'content-type': type },
      isPartAFile: (name) => name === 'file',
      limits: {
        parts: 4,
        files: 1,
        fields: 3,
        fileSize: maxStatementBytes,
        fieldNameSize: 100,
        fieldSize: 20_000,
        headerPairs: 20,
        headerSize: 16_384,
      },
    })
  } catch {
    throw notAForm()
  }
}

async function readForm(request: Request, path: string) {
  const parser = openParser(request)
  const fields = new Map<string, string>()
  const hash = createHash('sha256')
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let file: { name: string; stored: Promise<void>; closed: Promise<void> } | undefined
  parser.on('field', (name, value, isNameCut, isValueCut) => {
    if (isNameCut || isValueCut || !texts.has(name))
      reject(invalidField(texts.has(name) ? name : '', 'Send only file, mapping and dryRun'))
    else if (fields.has(name)) reject(invalidField(name, 'Send this once'))
    else fields.set(name, value)
  })
  parser.on('file', (_field, stream, name) => {
    stream.on('limit', () => reject(tooLarge()))
    stream.on('data', (part: Buffer) => void hash.update(part))
    const output = createWriteStream(path, { mode: 0o600, flags: 'wx' })
    const closed = new Promise<void>((resolve) => output.once('close', resolve))
    const stored = pipeline(stream, output)
    stored.catch(reject)
    file = { name: nameUploadedFile((name ?? '').replaceAll('%22', '"')) ?? '', stored, closed }
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    parser.on(limit, () => reject(invalidField('', 'Send only file, mapping and dryRun')))
  parser.on('error', () => reject(invalidField('', 'The upload is damaged. Send it again.')))
  parser.on('finish', resolve)
  const body = Readable.fromWeb(request.body as never)
  const stalled = setTimeout(
    () => reject(invalidField('', 'The upload took too long. Try again.')),
    stallMs,
  )
  body.on('data', () => stalled.refresh())
  body.on('error', () => reject(invalidField('', 'The upload was interrupted. Try again.')))
  body.pipe(parser)
  try {
    await promise
    await file?.stored
  } catch (error) {
    body.unpipe(parser)
    body.destroy()
    parser.destroy()
    await file?.stored.catch(() => undefined)
    // A stream that is still opening its file creates it after the pipeline has failed.
    await file?.closed
    throw error
  } finally {
    clearTimeout(stalled)
  }
  if (file === undefined) throw invalidField('file', 'Send a file')
  return { name: file.name, hash, fields }
}
