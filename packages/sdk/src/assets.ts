import { getAssetUsage } from '@atrium/contracts'
import type { Transport } from './transport.ts'
import { uploadForm } from './upload.ts'

/** Uploads, reads and usage of the active organisation's media. */
export const createAssets = (transport: Transport) => ({
  /** Uploads one image, sound or video; the bytes decide the type. Throws `AtriumError`. */
  upload: uploadForm.bind(undefined, transport),
  /** The answer of a read, with the body unread. A private blob of another organisation is a 404. */
  read: (key: string, init: { range?: string; signal?: AbortSignal } = {}): Promise<Response> =>
    transport.request(`/api/assets/${key}`, {
      timeoutMs: null,
      ...(init.range === undefined ? {} : { headers: { range: init.range } }),
      ...(init.signal === undefined ? {} : { signal: init.signal }),
    }),
  usage: () => transport.call(getAssetUsage, {}),
})
