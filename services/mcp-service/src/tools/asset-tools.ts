import { createAsset, listAssets } from '@atrium/contracts'
import { uploadForm } from '@atrium/sdk'
import { fileTypeFromBuffer } from 'file-type'
import { z } from 'zod'
import { nextPage } from './next-page.ts'
import { operationTool } from './operation-tool.ts'
import { invalid, parseArguments, toShownSchema } from './parse-arguments.ts'
import { findEffects, type Tool } from './tool.ts'

const Upload = z.strictObject({
  data: z.string().min(1).describe('The bytes of the picture as base64, without a data: prefix'),
  fileName: z.string().max(200).optional().describe('A name for people, such as team.png'),
  idempotencyKey: z
    .string()
    .max(255)
    .optional()
    .describe('Repeat the call with the same text and nothing happens twice'),
})

const base64 = /^[A-Za-z0-9+/]+={0,2}$/

const uploadAsset: Tool = {
  name: 'upload_asset',
  title: 'Upload a picture',
  description:
    'Stores a picture (PNG, JPEG, WebP, GIF or AVIF, at most 5 MB) and returns its address for `post.media` or a site. Anyone with the address can see it. Not for private files and not for video. Example: {"data": "iVBORw0KGgo…", "fileName": "team.png"}',
  inputSchema: toShownSchema(Upload),
  annotations: findEffects(createAsset),
  async run({ transport, signal }, given) {
    const { data, fileName, idempotencyKey } = parseArguments(Upload, given)
    if (!base64.test(data.replaceAll(/\s/g, '')))
      throw invalid([{ path: 'data', message: 'This is not valid base64' }])
    const bytes = Buffer.from(data, 'base64')
    if (!(await isPicture(bytes))) {
      throw invalid([
        {
          path: 'data',
          message: 'Only pictures can be uploaded here: PNG, JPEG, WebP, GIF or AVIF',
        },
      ])
    }
    const value = await uploadForm(transport, new Blob([bytes]), {
      visibility: 'pub',
      signal,
      ...(fileName === undefined ? {} : { fileName }),
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    })
    return { value, next: `Use "${value.url}" in post.media of create_post.` }
  },
}

const pictures: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
])

/** The number of leading bytes used to detect a picture. */
const headBytes = 64 * 1024

/**
 * True for pictures, and for bytes without a known type, because the asset service rejects those
 * with its own message.
 */
async function isPicture(bytes: Buffer): Promise<boolean> {
  const type = await fileTypeFromBuffer(bytes.subarray(0, headBytes)).catch(() => undefined)
  return type === undefined || pictures.has(type.mime)
}

export const assetTools: readonly Tool[] = [
  operationTool({
    name: 'list_assets',
    title: 'List files',
    operation: listAssets,
    description:
      'The stored files, newest first, with the addresses that posts and sites use. Example: {"visibility": "pub", "limit": 20}',
    next: nextPage,
  }),
  uploadAsset,
]
