import { createHash } from 'node:crypto'
import { CustomerMapping, commonErrors, invalidField } from '@atrium/contracts'
import { maxLargeBodyBytes, readBytes } from '@atrium/http'

export interface ImportForm {
  bytes: Uint8Array
  mapping: CustomerMapping | undefined
  dryRun: boolean
  /** Equal for forms with the same fields, whatever their boundaries are. */
  digest: string
}

const formType = /^multipart\/form-data\s*;/i

/** Reads the import form. Throws `validation_failed` (400), `payload_too_large` (413). */
export async function readImportForm(request: Request): Promise<ImportForm> {
  const type = request.headers.get('content-type') ?? ''
  if (!formType.test(type)) throw invalidField('file', 'Send multipart/form-data with a file')
  const bytes = await readBytes(request, maxLargeBodyBytes)
  const form = await new Response(bytes, { headers: { 'content-type': type } })
    .formData()
    .catch((cause: unknown) => {
      throw commonErrors.validation_failed({ message: 'The body is not a valid form', cause })
    })
  for (const name of form.keys())
    if (!['file', 'mapping', 'dryRun'].includes(name))
      throw invalidField(name.slice(0, 100), 'There is no such field')
  const file = readOne(form, 'file')
  if (file === undefined) throw invalidField('file', 'Send a file')
  const content =
    typeof file === 'string'
      ? new TextEncoder().encode(file)
      : new Uint8Array(await file.arrayBuffer())
  const [mapping, dryRun] = [readText(form, 'mapping'), readText(form, 'dryRun')]
  return {
    bytes: content,
    mapping: readMapping(mapping),
    dryRun: readDryRun(dryRun),
    digest: createHash('sha256')
      .update(JSON.stringify([mapping, dryRun]))
      .update(content)
      .digest('hex'),
  }
}

function readOne(form: FormData, name: string) {
  const [value, ...more] = form.getAll(name)
  if (more.length > 0) throw invalidField(name, 'Send this field once')
  return value
}

function readText(form: FormData, name: string): string | undefined {
  const value = readOne(form, name)
  if (value !== undefined && typeof value !== 'string')
    throw invalidField(name, 'Send this field as text')
  return value
}

function readDryRun(text: string | undefined): boolean {
  if (text === undefined || text === 'false') return false
  if (text !== 'true') throw invalidField('dryRun', 'Send true or false')
  return true
}

const mappingAtMost = 20_000

function readMapping(text: string | undefined): CustomerMapping | undefined {
  if (text === undefined || text.trim() === '') return undefined
  if (text.length > mappingAtMost) throw invalidField('mapping', 'This is too long')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw commonErrors.validation_failed({
      details: { errors: [{ path: 'mapping', message: 'This is not valid JSON' }] },
      cause,
    })
  }
  const parsed = CustomerMapping.safeParse(value)
  if (parsed.success) return parsed.data
  throw invalidField('mapping', 'Name columns by the fields of a customer')
}
