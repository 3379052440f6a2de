import type { StoredAsset, UploadOptions } from './assets.ts'
import { AtriumError, errorOfResponse } from './atrium-error.ts'
import type { Transport } from './transport.ts'

export interface UploadProgress {
  /** Bytes handed to the network so far, the form's framing included. */
  sent: number
  total: number
}

/** Posts the file as a form and reports progress: by XMLHttpRequest in a browser, by a counted stream elsewhere. */
export async function uploadForm(
  transport: Transport,
  file: Blob,
  options: UploadOptions,
): Promise<StoredAsset> {
  const form = new FormData()
  form.set('visibility', options.visibility ?? 'pub')
  form.set('file', file, options.fileName ?? 'upload')
  const headers: Record<string, string> =
    options.idempotencyKey === undefined ? {} : { 'idempotency-key': options.idempotencyKey }
  const Xhr = (globalThis as { XMLHttpRequest?: new () => BrowserRequest }).XMLHttpRequest
  if (options.onProgress !== undefined && Xhr !== undefined) {
    return uploadByXhr(new Xhr(), transport, form, headers, options)
  }
  const body =
    options.onProgress === undefined
      ? { body: form, headers }
      : await counted(form, headers, options.onProgress)
  const response = await transport.request('/api/assets', {
    method: 'POST',
    timeoutMs: null,
    ...body,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  })
  return (await response.json()) as StoredAsset
}

async function counted(
  form: FormData,
  headers: Record<string, string>,
  onProgress: (progress: UploadProgress) => void,
): Promise<{ body: ReadableStream<Uint8Array>; headers: Record<string, string>; duplex: 'half' }> {
  // A Response frames the form as fetch would, without reading the file into memory.
  const framed = new Response(form)
  const total = framingBytes(form, framed.headers.get('content-type') ?? '')
  let sent = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      sent += chunk.byteLength
      onProgress({ sent, total: Math.max(total, sent) })
      controller.enqueue(chunk)
    },
  })
  const body = (framed.body ?? new ReadableStream<Uint8Array>()).pipeThrough(counter)
  return {
    body,
    duplex: 'half',
    headers: { ...headers, 'content-type': framed.headers.get('content-type') ?? 'multipart/form-data' },
  }
}

// The size on the wire is not known before the stream is read; the file's size is what matters to a person.
const framingBytes = (form: FormData, contentType: string): number => {
  const file = form.get('file')
  return (typeof file === 'object' && file !== null ? file.size : 0) + 4 * contentType.length
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
    xhr.withCredentials = true
    for (const [name, value] of Object.entries({ ...headers, ...transport.credentials() })) {
      xhr.setRequestHeader(name, value)
    }
    xhr.upload.onprogress = (event) => options.onProgress?.({ sent: event.loaded, total: event.total })
    xhr.onerror = () =>
      reject(new AtriumError({ status: 0, code: 'network_error', message: 'The platform cannot be reached' }))
    xhr.onload = () => {
      const response = new Response(xhr.responseText, {
        status: xhr.status,
        headers: { 'x-request-id': xhr.getResponseHeader('x-request-id') ?? '' },
      })
      if (response.ok) resolve(JSON.parse(xhr.responseText) as StoredAsset)
      else errorOfResponse(response).then(reject, reject)
    }
    options.signal?.addEventListener('abort', () => xhr.abort(), { once: true })
    xhr.onabort = () => reject(options.signal?.reason)
    xhr.send(form)
  })
}
