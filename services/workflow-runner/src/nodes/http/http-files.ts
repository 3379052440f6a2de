import { asText, isRecord, jsonProblem, NodeError } from '../../engine/index.ts'
import type { KeptFile } from '../../files/files-of-runs.ts'
import { createSlots } from '../../lanes/slots.ts'
import type { ContextOf } from '../define-node.ts'
import { type FileReferences, requireFiles } from '../file-params.ts'

export const bodyKinds = ['body', 'form', 'file'] as const
/** Bytes of all files in one request. The limit exists because the request is built in memory. */
const mostBytes = 25_000_000
/**
 * How many file bodies may be in memory at once. All runs share the limit, because they share the
 * process's memory, and each body may take several times 25 MB.
 */
const takeSlot = createSlots(2)

interface Given {
  method: string
  bodyKind: (typeof bodyKinds)[number]
  body?: unknown
  files?: FileReferences | undefined
  fileField: string
}
type Context = Pick<ContextOf<'org'>, 'orgId' | 'runId' | 'ports' | 'signal'>

export interface FileBody {
  content: Uint8Array<ArrayBuffer>
  contentType: string
  /** True if the content type must not be replaced, because it contains the multipart boundary. */
  isForm: boolean
}

/**
 * Calls `send` with the request body if the request sends files, or with undefined if it sends the
 * parameter `body`. Waits for a slot first, and frees the slot when `send` has ended. Throws
 * `NodeError` if a file is missing, the files are too large, or the method or body does not fit.
 */
export async function withFileBody<R>(
  given: Given,
  context: Context,
  send: (files: FileBody | undefined) => Promise<R>,
): Promise<R> {
  if (given.bodyKind === 'body') return send(undefined)
  const free = await takeSlot(context.signal)
  try {
    return await send(await writeFileBody(given, context))
  } finally {
    free()
  }
}

async function writeFileBody(given: Given, context: Context): Promise<FileBody> {
  const { method, bodyKind, body, fileField } = given
  if (method === 'GET' || method === 'HEAD')
    throw new NodeError(`A ${method} request cannot send files`)
  const fields = bodyKind === 'form' ? readFields(body) : []
  const files = await requireFiles(context, given.files)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  if (bytes > mostBytes)
    throw new NodeError(`A request can send at most ${mostBytes / 1_000_000} MB of files`)
  if (bodyKind === 'form') return writeForm(fields, files, fileField, context)
  const [file] = files
  if (file === undefined || files.length > 1) {
    throw new NodeError(`A "file" body needs exactly one file, but there are ${files.length}`)
  }
  return { content: await readFile(file, context), contentType: file.contentType, isForm: false }
}

async function writeForm(
  fields: readonly (readonly [string, string])[],
  files: readonly KeptFile[],
  fileField: string,
  context: Context,
): Promise<FileBody> {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  for (const file of files) {
    const blob = new Blob([await readFile(file, context)], { type: file.contentType })
    form.append(fileField, blob, file.name)
  }
  const written = new Response(form)
  return {
    content: new Uint8Array(await written.arrayBuffer()),
    contentType: written.headers.get('content-type') ?? 'multipart/form-data',
    isForm: true,
  }
}

/** A list sends one field per member, as browsers do. */
function readFields(body: unknown): (readonly [string, string])[] {
  if (body === undefined || body === null || body === '') return []
  const problem = typeof body === 'string' ? jsonProblem(body) : undefined
  const value: unknown = typeof body === 'string' && problem === undefined ? JSON.parse(body) : body
  if (!isRecord(value)) throw new NodeError('A form body must be an object with the form fields')
  return Object.entries(value).flatMap(([name, field]) =>
    (Array.isArray(field) ? field : [field]).map((each) => [name, asText(each)] as const),
  )
}

async function readFile({ fileId }: KeptFile, { orgId, ports, signal }: Context) {
  const { blob } = await ports.itemFiles.open(orgId, fileId)
  signal.throwIfAborted()
  return new Uint8Array(await blob.buffer())
}
