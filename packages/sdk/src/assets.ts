import type { Transport } from './transport.ts'
import { type UploadProgress, uploadForm } from './upload.ts'

export interface StoredAsset {
  key: string
  url: string
  visibility: 'pub' | 'priv'
  contentType: string
  bytes: number
}

export interface UploadOptions {
  /** Who may read it: anyone (`pub`, the default) or the organisation. */
  visibility?: 'pub' | 'priv'
  fileName?: string
  idempotencyKey?: string
  signal?: AbortSignal
  onProgress?: (progress: UploadProgress) => void
}

/** Uploads, reads and usage of the active organisation's media. */
export function createAssets(transport: Transport) {
  return {
    /** Uploads one image, sound or video. The type is told from the bytes. Throws `AtriumError`. */
    upload: (file: Blob, options: UploadOptions = {}): Promise<StoredAsset> =>
      uploadForm(transport, file, options),
    /** The answer of a read, with the body unread. A private blob of another organisation is a 404. */
    read: (key: string, init: { range?: string; signal?: AbortSignal } = {}): Promise<Response> =>
      transport.request(`/api/assets/${key}`, {
        timeoutMs: null,
        ...(init.range === undefined ? {} : { headers: { range: init.range } }),
        ...(init.signal === undefined ? {} : { signal: init.signal }),
      }),
    async usage(): Promise<{ bytes: number; count: number }> {
      const response = await transport.request('/api/assets/usage')
      return (await response.json()) as { bytes: number; count: number }
    },
  }
}
