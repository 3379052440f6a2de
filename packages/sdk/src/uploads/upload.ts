import type { Asset as StoredAsset } from '@atrium/contracts'
import { AtriumNetworkError, errorOfResponse } from '../atrium-error.ts'
import type { Transport } from '../transport.ts'

export interface UploadProgress {
  /** Bytes passed to the network so far, including the form's framing. */
  sent: number
  total: number
}

export interface UploadOptions {
  /** Who may read the file: anyone (`pub`, the default) or the organisation. */
  visibility?: 'pub' | 'priv'
  /** Keeps a picture's or video's location and device data, which are removed by default. */
  keepMetadata?: boolean
  /** The stored file name. Defaults to the name of a `File`. */
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
    return uploadByXhr(new Xhr(), {
      transport,
      form: createForm(file, options),
      headers: key,
      options,
    })
  }
  const { body, ...sent } =
    options.onProgress === undefined
      ? { body: createForm(file, options) }
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

// Browsers use the name `blob` for bytes without a name (XMLHttpRequest Standard). The platform
// does not keep this name.
const fileName = (file: Blob, options: UploadOptions) =>
  options.fileName ?? (file instanceof File ? file.name : 'blob')

function createForm(file: Blob, options: UploadOptions): FormData {
  const form = new FormData()
  form.set('visibility', options.visibility ?? 'pub')
  if (options.keepMetadata === true) form.set('keepMetadata', 'true')
  form.set('file', file, fileName(file, options))
  return form
}

/**
 * Returns the form as bytes to send, without reading the file. The stream that `fetch` makes from a
 * FormData has no known length, and in Node it ends the process if it is aborted half-way.
 */
function framed(file: Blob, options: UploadOptions): Blob {
  const boundary = `----atrium-${crypto.randomUUID()}`
  // Names are escaped as browsers do it (HTML, "multipart/form-data encoding algorithm").
  const name = fileName(file, options).replace(/[\r\n"]/g, encodeURIComponent)
  const part = (disposition: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`
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

// The used part of XMLHttpRequest. In a browser `fetch` reports no upload progress.
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
  {
    transport,
    form,
    headers,
    options,
  }: {
    transport: Transport
    form: FormData
    headers: Record<string, string>
    options: UploadOptions
  },
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
    xhr.upload.onprogress = (event) =>
      options.onProgress?.({ sent: event.loaded, total: event.total })
    xhr.onerror = () => reject(new AtriumNetworkError())
    xhr.onload = () => {
      const names = ['x-request-id', 'retry-after']
      const headerValues = names.map((name) => [name, xhr.getResponseHeader(name)] as const)
      const response = new Response(xhr.responseText, {
        status: xhr.status,
        headers: Object.fromEntries(
          headerValues.flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
        ),
      })
      if (response.ok) resolve(JSON.parse(xhr.responseText) as StoredAsset)
      else errorOfResponse(response).then(reject, reject)
    }
    xhr.onabort = () => reject(options.signal?.reason)
    xhr.send(form)
  })
}
