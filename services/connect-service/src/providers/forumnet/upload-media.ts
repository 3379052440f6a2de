import { z } from 'zod'
import type { NetworkClient } from '../../network/call-network.ts'
import { NetworkError } from '../../network/network-error.ts'
import { streamedForm } from '../../network/streamed-body.ts'
import type { Connection, MediaFile } from '../provider.ts'
import type { ForumApi } from './forum-api.ts'

const Lease = z.object({
  args: z.object({
    action: z.string().min(1),
    fields: z.array(z.object({ name: z.string(), value: z.string() })),
  }),
})

export async function uploadMedia(
  { client, api, apiUrl }: { client: NetworkClient; api: ForumApi; apiUrl: string },
  by: Connection,
  file: MediaFile,
): Promise<string> {
  const form = { filepath: file.name, mimetype: file.contentType }
  const { args } = await api({ by, path: '/api/media/asset.json', form, schema: Lease })
  // The lease names the store without a scheme. A file is never sent unencrypted if the API uses
  // HTTPS.
  const store = URL.canParse(args.action, apiUrl) ? new URL(args.action, apiUrl) : undefined
  const key = args.fields.find(({ name }) => name === 'key')?.value
  if (store === undefined || key === undefined || store.protocol !== new URL(apiUrl).protocol) {
    throw new NetworkError('retry', 'The network gave no upload address for the file')
  }
  // Fields keep their order and precede the file, because the signature covers them that way.
  const fields = args.fields.map(({ name, value }) => [name, value] as const)
  const body = streamedForm(fields, 'file', file)
  const { status: code } = await client.call({ method: 'POST', url: store, body })
  if (code === 400 || code === 413) {
    throw new NetworkError('fix_content', 'The network does not accept this file', { code })
  }
  if (code < 200 || code >= 300)
    throw new NetworkError('retry', `The network’s file storage responded with status ${code}`, {
      code,
    })
  return `${store.href.replace(/\/$/, '')}/${key}`
}
