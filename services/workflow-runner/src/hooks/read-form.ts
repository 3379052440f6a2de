import { commonErrors, maxFilesOfItem } from '@atrium/contracts'
import { maxBodyBytes } from '@atrium/http'
import { Busboy } from '@fastify/busboy'

export interface CalledFile {
  name: string
  contentType: string
  bytes: Uint8Array
}

export interface ReceivedForm {
  fields: Record<string, string | string[]>
  files: CalledFile[]
}

const mostFields = 1_000
const longestName = 200
const multipart = /^multipart\/form-data\s*(?:;|$)/i
export const isMultipart = (contentType: string | null): boolean =>
  multipart.test(contentType ?? '')

const invalid = (message: string, cause?: unknown) =>
  commonErrors.validation_failed({ message, cause })

/**
 * Reads a multipart form: its texts by name, and its files in order. If a name repeats, its value
 * is a list. Throws `validation_failed` if the form is cut off, or if it has more fields and files
 * than an item allows.
 */
export async function readMultipart(contentType: string, bytes: Uint8Array): Promise<ReceivedForm> {
  const texts = new Map<string, string[]>()
  const files: CalledFile[] = []
  const parser = openParser(contentType)
  await new Promise<void>((resolve, reject) => {
    const fail = (message: string, cause?: unknown) => reject(invalid(message, cause))
    parser.on('field', (name, value, isNameCut, isValueCut) => {
      if (isNameCut || isValueCut || name.length > longestName)
        return fail('A form field is too long')
      const known = texts.get(name)
      if (known === undefined) texts.set(name, [value])
      else known.push(value)
    })
    // biome-ignore lint/complexity/useMaxParams: busboy calls it with these parameters.
    parser.on('file', (_field, stream, name, _encoding, type) => {
      const parts: Uint8Array[] = []
      stream.on('data', (part: Uint8Array) => parts.push(part))
      stream.on('error', (error) => fail('The form is incomplete. Send it again.', error))
      stream.on('end', () => {
        const whole = Buffer.concat(parts)
        // A browser sends an empty part if no file was chosen.
        if (whole.length > 0 || (name ?? '') !== '') {
          files.push({ name: name ?? '', contentType: type, bytes: whole })
        }
      })
    })
    parser.on('filesLimit', () => fail(`A request can have at most ${maxFilesOfItem} files`))
    parser.on('fieldsLimit', () => fail(`A form can have at most ${mostFields} fields`))
    parser.on('partsLimit', () => fail('The form has too many parts'))
    parser.on('error', (error) => fail('The body is not a valid form', error))
    parser.on('finish', () => resolve())
    parser.end(bytes)
  }).finally(() => parser.destroy())
  const fields: Record<string, string | string[]> = Object.create(null)
  for (const [name, [first = '', ...more]] of texts)
    fields[name] = more.length === 0 ? first : [first, ...more]
  return { fields: { ...fields }, files }
}

function openParser(contentType: string) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        fieldSize: maxBodyBytes,
        fields: mostFields,
        files: maxFilesOfItem,
        parts: mostFields + maxFilesOfItem,
        headerPairs: 20,
        headerSize: 8_192,
      },
    })
  } catch (cause) {
    throw invalid('A multipart form needs a boundary', cause)
  }
}
