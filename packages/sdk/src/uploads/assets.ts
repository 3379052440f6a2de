import { type AssetPatch, getAssetUsage, listAssets, updateAsset } from '@atrium/contracts'
import type { CallInput, Transport } from '../transport.ts'
import { uploadForm } from './upload.ts'

/** Returns the client’s methods for stored files. */
export const createAssets = (transport: Transport) => ({
  /** Uploads one image, sound or video. The bytes decide the type. Throws `AtriumError`. */
  upload: uploadForm.bind(undefined, transport),
  /**
   * Returns the response with its body unread. A private blob of another organisation is a 404.
   * `width` requests a thumbnail.
   */
  read: (
    key: string,
    init: { range?: string; signal?: AbortSignal; width?: 160 | 480 | 1080 } = {},
  ): Promise<Response> =>
    transport.request(`/api/assets/${key}${init.width === undefined ? '' : `?w=${init.width}`}`, {
      timeoutMs: null,
      ...(init.range === undefined ? {} : { headers: { range: init.range } }),
      ...(init.signal === undefined ? {} : { signal: init.signal }),
    }),
  /**
   * Returns a page of the active organisation's files, newest first. `next` is the `cursor` for the
   * following page.
   */
  list: (query: NonNullable<CallInput<typeof listAssets>['query']> = {}) =>
    transport.call(listAssets, { query }),
  /** Changes a file's name, alternative text or tags. Throws `AtriumError` (`not_found`). */
  update: (key: string, patch: AssetPatch) => {
    const [org = '', visibility = '', name = ''] = key.split('/')
    return transport.call(updateAsset, { params: { org, visibility, key: name }, body: patch })
  },
  /** Deletes a file that nothing references. Throws `AtriumError` (`asset_in_use`, `not_found`). */
  delete: async (key: string): Promise<void> => {
    await transport.request(`/api/assets/${key}`, { method: 'DELETE' })
  },
  usage: () => transport.call(getAssetUsage, {}),
})
