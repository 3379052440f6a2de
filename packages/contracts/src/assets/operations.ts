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
  key: z.string().describe('The file’s key: `<orgId>/<visibility>/<uuid>.<ext>`.'),
  url: z.string().describe('The URL of the file.'),
  visibility: AssetVisibility.describe(
    '`pub` files are public. Only the organisation can read `priv` files.',
  ),
  contentType: z.string().describe('The media type, detected from the bytes.'),
  bytes: z.number().int().describe('The file’s size in bytes.'),
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
      file: binary.describe('The file’s bytes. Exactly one part has this name.'),
      visibility: AssetVisibility.default('pub').describe(
        '`pub`, the default, makes the file public. Only the organisation can read a `priv` file.',
      ),
      keepMetadata: z
        .enum(['true', 'false'])
        .default('false')
        .describe('`true` keeps location and device data. `false`, the default, removes them.'),
      name: z
        .string()
        .optional()
        .describe('The file’s display name. By default the file name of the part `file`.'),
    }),
  },
  idempotent: true,
  responses: created('The file is stored', Asset, { Location: 'Where the blob is read' }),
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
  summary: 'Read a file',
  description:
    'Also with HEAD. Conditional and single-range requests as in RFC 9110. `pub` answers anyone, `priv` only ' +
    'the owning organisation; everything else answers one and the same 404. `w` asks for a thumbnail of an image, at ' +
    'most that wide and of the same type, and `format=jpeg` for the image as a JPEG of at most 2048 pixels a side. Moving, smaller and undecodable images, sound and video are answered as they are.',
  params: z.object({
    org: z.string().describe('The organisation’s id.'),
    visibility: AssetVisibility.describe('`pub` or `priv`.'),
    key: z.string().describe('The file’s key without organisation and visibility.'),
  }),
  query: z.object({
    w: z.enum(['160', '480', '1080']).optional().describe('The width of a thumbnail in pixels.'),
    format: z
      .enum(['jpeg'])
      .optional()
      .describe('Returns the image as a JPEG, for programs that read no other type.'),
  }),
  headers: z.object({
    range: z.string().optional().describe('A range of bytes (RFC 9110).'),
    'if-none-match': z
      .string()
      .optional()
      .describe('The `ETag` of your stored copy. The response is 304 if it is still current.'),
    'if-modified-since': z
      .string()
      .optional()
      .describe(
        'The time of your stored copy. The response is 304 if the file has not changed since.',
      ),
    'if-match': z
      .string()
      .optional()
      .describe('The `ETag` that you read. The response is 412 if the record has changed since.'),
    'if-unmodified-since': z
      .string()
      .optional()
      .describe('The response is 412 if the file has changed since this time.'),
    'if-range': z
      .string()
      .optional()
      .describe('The range applies only if the file still has this `ETag` or time.'),
  }),
  responses: {
    200: {
      description: 'The whole file',
      content: mediaContent,
      headers: {
        ETag: 'Strong',
        'Last-Modified': 'When it was stored',
        'Cache-Control': 'By lane',
      },
    },
    206: {
      description: 'The requested range',
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
    .describe('The bytes that the active organisation stores, public and private.'),
  count: z
    .number()
    .int()
    .describe('The number of files that the active organisation stores, public and private.'),
})

export const getAssetUsage = assets.org.get('getAssetUsage', '/api/assets/usage', {
  sdk: null,
  summary: 'How much the organisation stores',
  description: 'Exact at the time of the response.',
  responses: ok('The stored bytes and files, public and private', AssetUsage),
})

/** The limit for an alternative text in characters. */
export const maxAltText = 1_000

export const StoredAsset = Asset.extend({
  name: z.string().nullable().describe('The file’s display name. Null if it has none.'),
  altText: z.string().describe('What a picture shows, for people who cannot see it. May be empty.'),
  tags: z.array(z.string()).describe('The words that users group their files by.'),
  createdAt: Timestamp.describe('When the file was stored.'),
  usedBy: z
    .array(AssetUse)
    .nullable()
    .describe('The first ten records that use the file. Null if they could not be read.'),
}).meta({ id: 'StoredAsset' })
export type StoredAsset = z.infer<typeof StoredAsset>

export const AssetPage = named('AssetPage', {
  items: z.array(StoredAsset).describe('The files on this page, newest first.'),
  next: nextCursor,
})
export type AssetPage = z.infer<typeof AssetPage>

const query = z.object({
  q: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe('Words in the name, the alternative text or a tag.'),
  tag: z.string().max(100).optional().describe('Returns only files with this tag.'),
  key: z.string().max(200).optional().describe('Returns only the file with this key.'),
  visibility: AssetVisibility.optional().describe('Returns only files with this visibility.'),
  kind: z.enum(mediaKinds).optional().describe('Returns only records of this kind.'),
  cursor: z.string().max(200).optional().describe('The `next` value of the previous page.'),
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
  responses: ok('A page', AssetPage),
  example: { query: { visibility: 'pub', limit: 25 } },
})

export const AssetPatch = namedBody('AssetPatch', {
  name: FileName.nullable()
    .exactOptional()
    .describe('The file’s display name, at most 200 characters. Null removes it.'),
  altText: z
    .string()
    .max(maxAltText)
    .overwrite((text) => text.replaceAll('\u0000', '').trim())
    .exactOptional()
    .describe('What a picture shows, for people who cannot see it, at most 1,000 characters.'),
  tags: Tags.exactOptional().describe(
    'All tags of the file, at most 50. They replace the current tags.',
  ),
})
export type AssetPatch = z.infer<typeof AssetPatch>

export const updateAsset = assets.org.patch('updateAsset', '/api/assets/{org}/{visibility}/{key}', {
  sdk: null,
  summary: 'Change a file’s name, alternative text or tags',
  description:
    'Changes the name, the alternative text and the tags that people and searches find the file by. The bytes, the key and ' +
    'the address stay as they are.',
  params: z.object({
    org: z.string().describe('The organisation’s id.'),
    visibility: z.string().describe('`pub` or `priv`.'),
    key: z.string().describe('The file’s key without organisation and visibility.'),
  }),
  body: AssetPatch,
  responses: ok('The file', StoredAsset),
})

export const deleteAsset = assets.org.delete(
  'deleteAsset',
  '/api/assets/{org}/{visibility}/{key}',
  {
    sdk: null,
    summary: 'Delete a file that no record uses',
    description:
      'A file that a card, a template, an instance or a published site refers to is kept: `asset_in_use` names each of ' +
      'them in `errors`. While the board does not answer, the file is kept, too (`unavailable`).',
    params: z.object({
      org: z.string().describe('The organisation’s id.'),
      visibility: AssetVisibility.describe('`pub` or `priv`.'),
      key: z.string().describe('The file’s key without organisation and visibility.'),
    }),
    responses: noContent('Deleted'),
    errors: ['asset_in_use'],
  },
)
