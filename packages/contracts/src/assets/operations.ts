import { z } from 'zod'
import { named, namedBody, nextCursor, pageQuery, Timestamp } from '../core/schemas.ts'
import { created, noContent, ok, tagged } from '../core/tagged.ts'
import { Tags } from '../core/tags.ts'
import { FileName } from './file-name.ts'
import { mediaKinds } from './media-kinds.ts'
import { AssetUse } from './uses.ts'

const assets = tagged('Assets')

export const AssetVisibility = z.enum(['pub', 'priv'])

export const Asset = named('Asset', {
  key: z.string().meta({ description: 'The blob’s address, `<orgId>/<visibility>/<uuid>.<ext>`' }),
  url: z.string(),
  visibility: AssetVisibility,
  contentType: z.string().meta({ description: 'Detected from the bytes' }),
  bytes: z.number().int(),
})
export type Asset = z.infer<typeof Asset>

const binary = z.string().meta({ format: 'binary' })

export const createAsset = assets.org.post('createAsset', '/api/assets', {
  sdk: null,
  summary: 'Store a media file',
  description:
    'PNG, JPEG, WebP, GIF and AVIF images up to 5 MB, WAV audio up to 50 MB, MP4 video up to 512 MB (1 MB is ' +
    '1,000,000 bytes). The type is detected from the bytes. `visibility` may come before or after `file`. ' +
    'The file keeps the name of its part, or gets `name`. ' +
    'Location and device data are removed from pictures and videos, unless `keepMetadata` is `true`. Pictures have at ' +
    'most 100 megapixels, and AVIF, WebP and GIF at most 25 over all frames. A picture that cannot be decoded is ' +
    '`picture_unreadable`. ' +
    'A repeated `Idempotency-Key` with the same bytes and lane answers the first result again for 24 hours.',
  rawBody: {
    contentType: 'multipart/form-data',
    schema: z.strictObject({
      file: binary,
      visibility: AssetVisibility.default('pub'),
      keepMetadata: z.enum(['true', 'false']).default('false'),
      name: z.string().optional(),
    }),
  },
  idempotent: true,
  responses: created('The blob is durable', Asset, { Location: 'Where the blob is read' }),
  errors: ['unsupported_media_type', 'picture_unreadable', 'insufficient_storage', 'plan_limit'],
})

const media = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
  'audio/wav',
  'video/mp4',
] as const
const mediaContent = Object.fromEntries(media.map((type) => [type, binary]))

export const readAsset = assets.optional.get('readAsset', '/api/assets/{org}/{visibility}/{key}', {
  sdk: null,
  summary: 'Read a blob',
  description:
    'Also with HEAD. Conditional and single-range requests as in RFC 9110. `pub` answers anyone, `priv` only ' +
    'the owning organisation; everything else answers one and the same 404. `w` asks for a thumbnail of an image, at ' +
    'most that wide and of the same type, and `format=jpeg` for the image as a JPEG of at most 2048 pixels a side. Moving, smaller and undecodable images, sound and video are answered as they are.',
  params: z.object({ org: z.string(), visibility: AssetVisibility, key: z.string() }),
  query: z.object({
    w: z.enum(['160', '480', '1080']).optional(),
    format: z
      .enum(['jpeg'])
      .optional()
      .describe('The image as a JPEG, for programs that take no other type'),
  }),
  headers: z.object({
    range: z.string().optional(),
    'if-none-match': z.string().optional(),
    'if-modified-since': z.string().optional(),
    'if-match': z.string().optional(),
    'if-unmodified-since': z.string().optional(),
    'if-range': z.string().optional(),
  }),
  responses: {
    200: {
      description: 'The whole blob',
      content: mediaContent,
      headers: {
        ETag: 'Strong',
        'Last-Modified': 'When it was stored',
        'Cache-Control': 'By lane',
      },
    },
    206: {
      description: 'The asked range',
      content: mediaContent,
      headers: { 'Content-Range': 'Which bytes of how many' },
    },
    304: { description: 'Not modified' },
  },
  errors: ['precondition_failed', 'range_not_satisfiable'],
})

export const AssetUsage = named('AssetUsage', {
  bytes: z
    .number()
    .int()
    .meta({ description: 'Bytes stored by the active organisation, both lanes' }),
  count: z.number().int().meta({ description: 'Blobs stored by it, both lanes' }),
})

export const getAssetUsage = assets.org.get('getAssetUsage', '/api/assets/usage', {
  sdk: null,
  summary: 'How much the organisation stores',
  description: 'Exact at the moment of the answer.',
  responses: ok('Bytes and blobs of both lanes', AssetUsage),
})

/** The limit for an alternative text in characters. */
export const maxAltText = 1_000

export const StoredAsset = Asset.extend({
  name: z
    .string()
    .nullable()
    .meta({ description: 'What people call the file; null for one without a name' }),
  altText: z
    .string()
    .meta({ description: 'What a picture shows, for people who cannot see it; may be empty' }),
  tags: z.array(z.string()),
  createdAt: Timestamp,
  usedBy: z.array(AssetUse).nullable().meta({
    description: 'The first ten records that refer to it; null while the board does not answer',
  }),
}).meta({ id: 'StoredAsset' })
export type StoredAsset = z.infer<typeof StoredAsset>

export const AssetPage = named('AssetPage', {
  items: z.array(StoredAsset),
  next: nextCursor,
})
export type AssetPage = z.infer<typeof AssetPage>

const query = z.object({
  q: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe('Words of the name, the alternative text or a tag'),
  tag: z.string().max(100).optional().describe('Only files with this tag'),
  key: z.string().max(200).optional().describe('Only the file with this key'),
  visibility: AssetVisibility.optional(),
  kind: z.enum(mediaKinds).optional(),
  cursor: z.string().max(200).optional(),
  limit: pageQuery.limit,
})
export type AssetQuery = z.infer<typeof query>

export const listAssets = assets.org.get('listAssets', '/api/assets', {
  sdk: null,
  summary: 'The organisation’s files, newest first',
  description:
    'A file that is stored or deleted between two pages moves no other file to another page. An organisation with more ' +
    'than 50,000 files is answered with 50,000 of them. `q` and `tag` search all of them: every word of `q` must occur, also ' +
    'as the beginning of a longer one, whatever its case and accents. A page of a search may hold fewer files than `limit`.',
  query,
  responses: ok('One page', AssetPage),
})

export const AssetPatch = namedBody('AssetPatch', {
  name: FileName.nullable().exactOptional(),
  altText: z
    .string()
    .max(maxAltText)
    .overwrite((text) => text.replaceAll('\u0000', '').trim())
    .exactOptional(),
  tags: Tags.exactOptional(),
})
export type AssetPatch = z.infer<typeof AssetPatch>

export const updateAsset = assets.org.patch('updateAsset', '/api/assets/{org}/{visibility}/{key}', {
  sdk: null,
  summary: 'Describe a file',
  description:
    'Changes the name, the alternative text and the tags that people and searches find the file by. The bytes, the key and ' +
    'the address stay as they are.',
  params: z.object({ org: z.string(), visibility: z.string(), key: z.string() }),
  body: AssetPatch,
  responses: ok('The file', StoredAsset),
})

export const deleteAsset = assets.org.delete(
  'deleteAsset',
  '/api/assets/{org}/{visibility}/{key}',
  {
    sdk: null,
    summary: 'Delete a file that nothing refers to',
    description:
      'A file that a card, a template, an instance or a published site refers to is kept: `asset_in_use` names each of ' +
      'them in `errors`. While the board does not answer, the file is kept, too (`unavailable`).',
    params: z.object({ org: z.string(), visibility: AssetVisibility, key: z.string() }),
    responses: noContent('The file is gone'),
    errors: ['asset_in_use'],
  },
)
