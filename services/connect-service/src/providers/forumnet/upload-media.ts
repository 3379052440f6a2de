import { z } from 'zod'
import type { NetworkClient } from '../../network/call-network.ts'
import { NetworkError } from '../../network/network-error.ts'
import { streamedForm } from '../../network/streamed-body.ts'
import type { Connection, MediaFile } from '../provider.ts'
import { asCaller, type ForumApi } from './forum-api.ts'

const Lease = z.looseObject({
  args: z.looseObject({
    action: z.string().min(1),
    fields: z.array(z.looseObject({ name: z.string(), value: z.string() })),
  }),
})

/** Uploads a file that nobody sees until a post names it; answers the address that the post gives. */
export type UploadMedia = (connection: Connection, file: MediaFile) => Promise<string>

/** Two steps: a lease with a signed form from the API, then the file to the store that the lease names. */
export function createUploadMedia(client: NetworkClient, api: ForumApi, apiUrl: string): UploadMedia {
  return async (connection, file) => {
    const { args } = await api({
      ...asCaller(connection),
      path: '/api/media/asset.json',
      form: { filepath: file.name, mimetype: file.contentType },
      schema: Lease,
    })
    // The lease names the store without a scheme; no file goes out in clear where the API itself is safe.
    const store = URL.canParse(args.action, apiUrl) ? new URL(args.action, apiUrl) : undefined
    const key = args.fields.find(({ name }) => name === 'key')?.value
    if (store === undefined || key === undefined || store.protocol !== new URL(apiUrl).protocol) {
      throw new NetworkError('retry', 'The network gave no place for the file')
    }
    // In their order and before the file: they are signed that way.
    const fields = args.fields.map(({ name, value }) => [name, value] as const)
    const body = streamedForm(fields, 'file', file)
    const { status } = await client.call({ method: 'POST', url: store, body })
    if (status < 200 || status >= 300) {
      const tooLarge = status === 400 || status === 413
      throw new NetworkError(
        tooLarge ? 'fix_content' : 'retry',
        tooLarge ? 'The network does not take this file' : `The file store answered ${status}`,
        { code: status },
      )
    }
    return `${store.href.replace(/\/$/, '')}/${key}`
  }
}
