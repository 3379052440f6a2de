import type { Asset as StoredAsset } from '@atrium/contracts'
import { AtriumNetworkError, errorOfResponse } from './atrium-error.ts'
import type { Transport } from './transport.ts'

export interface UploadProgress {
  /** Bytes handed to the network so far, the form's framing included. */
  sent: number
  total: number
}

export interface UploadOptions {
  /** Its readers: anyone (`pub`, the default) or the organisation. */
  visibility?: 'pub' | 'priv'
  /** Keeps location and device data of a picture or video, which are removed by default. */
  keepMetadata?: boolean
  /** The name that the file keeps; by default the one of a `File`. */
  fileName?: string
  idempotencyKey?: string
  signal?: AbortSignal
  onProgress?: (progress: UploadProgress) => void
}

/** Posts the file as a form and reports progress. Throws `AtriumError`, or the reason of an aborted signal. */
export async function uploadForm(
  transport: Transport,
  file: Blob,
  options: UploadOptions = {},
): Promise<StoredAsset> {
  options.signal?.throwIfAborted()
  const key: Record<string, string> =
    options.idempotencyKey === undefined ? {} : { 'idempotency-key': options.idempotencyKey }
  const Xhr = (globalThis as { XMLHttpRequest?: new () => BrowserRequest }).XMLHttpRequest
  if (options.onProgress !== undefined && Xhr !== undefined) {
    return uploadByXhr(new Xhr(), transport, formOf(file, options), key, options)
  }
  const { body, ...sent } =
    options.onProgress === undefined
      ? { body: formOf(file, options) }
      : counted(framed(file, options), options.onProgress)
  const response = await transport.request('/api/assets', {
    method: 'POST',
    timeoutMs: null,
    repeatable: options.idempotencyKey !== undefined,
    ...sent,
    body,
    headers: { ...key, ...('headers' in sent ? sent.headers : {}) },
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  })
  return (await response.json()) as StoredAsset
}

// `blob` is what browsers call bytes without a name; XMLHttpRequest Standard. The platform keeps no such name.
const fileName = (file: Blob, options: UploadOptions) =>
  options.fileName ?? (file instanceof File ? file.name : 'blob')

function formOf(file: Blob, options: UploadOptions): FormData {
  const form = new FormData()
  form.set('visibility', options.visibility ?? 'pub')
  if (options.keepMetadata === true) form.set('keepMetadata', 'true')
  form.set('file', file, fileName(file, options))
  return form
}

/**
 * The form as the bytes that are sent, the file among them without being read. A stream that `fetch` makes of a
 * FormData does not say how long it is, and in Node ends the process when it is given up half-way.
 */
function framed(file: Blob, options: UploadOptions): Blob {
  const boundary = `----atrium-${crypto.randomUUID()}`
  // As browsers write them; HTML, "multipart/form-data encoding algorithm".
  const name = fileName(file, options).replace(/[\r\n"]/g, encodeURIComponent)
  const part = (disposition: string) => `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`
  return new Blob(
    [
      `${part('name="visibility"')}\r\n${options.visibility ?? 'pub'}\r\n`,
      options.keepMetadata === true ? `${part('name="keepMetadata"')}\r\ntrue\r\n` : '',
      `${part(`name="file"; filename="${name}"`)}Content-Type: ${file.type || 'application/octet-stream'}\r\n\r\n`,
      file,
      `\r\n--${boundary}--\r\n`,
    ],
    { type: `multipart/form-data; boundary=${boundary}` },
  )
}

function counted(form: Blob, onProgress: (progress: UploadProgress) => void) {
  let sent = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      sent += chunk.byteLength
      onProgress({ sent, total: form.size })
      controller.enqueue(chunk)
    },
  })
  return {
    body: form.stream().pipeThrough(counter),
    duplex: 'half' as const,
    headers: { 'content-type': form.type },
  }
}

// The part of XMLHttpRequest that is used; fetch reports no upload progress in a browser.
interface BrowserRequest {
  withCredentials: boolean
  readonly status: number
  readonly responseText: string
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null }
  onerror: (() => void) | null
  onload: (() => void) | null
  onabort: (() => void) | null
  onloadend: (() => void) | null
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  getResponseHeader(name: string): string | null
  send(body: FormData): void
  abort(): void
}

function uploadByXhr(
  xhr: BrowserRequest,
  transport: Transport,
  form: FormData,
  headers: Record<string, string>,
  options: UploadOptions,
): Promise<StoredAsset> {
  return new Promise((resolve, reject) => {
    xhr.open('POST', `${transport.baseUrl}/api/assets`)
    const credentials = transport.credentials()
    xhr.withCredentials = credentials['x-api-key'] === undefined
    for (const [name, value] of Object.entries({ ...headers, ...credentials })) {
      xhr.setRequestHeader(name, value)
    }
    const abort = () => xhr.abort()
    options.signal?.addEventListener('abort', abort, { once: true })
    xhr.onloadend = () => options.signal?.removeEventListener('abort', abort)
    xhr.upload.onprogress = (event) => options.onProgress?.({ sent: event.loaded, total: event.total })
    xhr.onerror = () => reject(new AtriumNetworkError())
    xhr.onload = () => {
      const names = ['x-request-id', 'retry-after']
      const known = names.map((name) => [name, xhr.getResponseHeader(name)] as const)
      const response = new Response(xhr.responseText, {
        status: xhr.status,
        headers: Object.fromEntries(
          known.flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
        ),
      })
      if (response.ok) resolve(JSON.parse(xhr.responseText) as StoredAsset)
      else errorOfResponse(response).then(reject, reject)
    }
    xhr.onabort = () => reject(options.signal?.reason)
    xhr.send(form)
  })
}
