import { type AssetPatch, getAssetUsage, listAssets, updateAsset } from '@atrium/contracts'
import type { CallInput, Transport } from './transport.ts'
import { uploadForm } from './upload.ts'

export const createAssets = (transport: Transport) => ({
  /** Uploads one image, sound or video; the bytes decide the type. Throws `AtriumError`. */
  upload: uploadForm.bind(undefined, transport),
  /** The answer of a read, with the body unread. A private blob of another organisation is a 404. `width` asks for a thumbnail. */
  read: (
    key: string,
    init: { range?: string; signal?: AbortSignal; width?: 160 | 480 | 1080 } = {},
  ): Promise<Response> =>
    transport.request(`/api/assets/${key}${init.width === undefined ? '' : `?w=${init.width}`}`, {
      timeoutMs: null,
      ...(init.range === undefined ? {} : { headers: { range: init.range } }),
      ...(init.signal === undefined ? {} : { signal: init.signal }),
    }),
  /** A page of the active organisation's files, newest first; `next` is the `cursor` of the following page. */
  list: (query: NonNullable<CallInput<typeof listAssets>['query']> = {}) =>
    transport.call(listAssets, { query }),
  /** Changes the name, the alternative text or the tags of a file. Throws `AtriumError` (`not_found`). */
  update: (key: string, patch: AssetPatch) => {
    const [org = '', visibility = '', name = ''] = key.split('/')
    return transport.call(updateAsset, { params: { org, visibility, key: name }, body: patch })
  },
  /** Deletes a file that nothing refers to. Throws `AtriumError` (`asset_in_use`, `not_found`). */
  delete: async (key: string): Promise<void> => {
    await transport.request(`/api/assets/${key}`, { method: 'DELETE' })
  },
  usage: () => transport.call(getAssetUsage, {}),
})
