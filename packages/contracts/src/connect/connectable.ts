import { z } from 'zod'
import { named } from '../core/schemas.ts'
import type { PlatformRules } from '../networks/network.ts'
import { ConnectNetwork } from './connect-network.ts'

const range = z.object({
  min: z.number().describe('The smallest allowed value.'),
  max: z.number().describe('The largest allowed value.'),
})
const count = z.number().int()
const counting = z.enum(['characters', 'bytes', 'weighted'])
const refused = z
  .array(z.string())
  .readonly()
  .exactOptional()
  .describe('Characters that the network refuses')

/** A network's rules for posts, from `packages/contracts/src/networks`. */
export const NetworkLimits = named('NetworkLimits', {
  host: z.string().describe('The network’s host, as in a channel’s URI.'),
  aliases: z.array(z.string()).readonly().describe('Other hosts of the same network.'),
  body: z
    .object({
      max: count.describe('The maximum length, measured in the unit of `count`.'),
      count: counting.describe(
        'How length is measured: in code points, UTF-8 bytes, or the short-post network’s weights.',
      ),
      required: z.boolean().describe('True if a post needs a text.'),
      refused: refused.describe('The characters that the network rejects.'),
    })
    .describe('The rules for the text.'),
  title: z
    .object({
      max: count.describe('The maximum length in characters.'),
      required: z.boolean().describe('True if a post needs a title.'),
      refused: refused.describe('The characters that the network rejects.'),
    })
    .nullable()
    .describe('The rules for the title. Null if posts have none.'),
  media: z
    .object({
      min: count.describe('The minimum number of files.'),
      max: count.describe('The maximum number of files.'),
      kinds: z
        .array(z.enum(['image', 'video']))
        .readonly()
        .describe('The kinds of files that the network accepts.'),
      uploadedAs: z
        .string()
        .exactOptional()
        .describe('The entry of `fields` that replaces the media.'),
      pictures: z
        .object({
          types: z.array(z.string()).readonly().describe('File name extensions.'),
          maxBytes: count.describe('The size limit in bytes for a picture that is sent unchanged.'),
          altText: count
            .exactOptional()
            .describe('The most characters of an alternative text, if the network takes one.'),
          proportions: range
            .exactOptional()
            .describe(
              'The allowed width divided by height, for example 0.8 for 4:5. Absent if every shape is accepted.',
            ),
        })
        .nullable()
        .describe(
          'The pictures that are sent unchanged. PNG, WebP and AVIF become JPEG if not listed. Null if the network accepts no pictures.',
        ),
      videos: z
        .object({
          max: count.describe('The maximum number of videos in one post.'),
          maxBytes: count.describe('The maximum size of a video in bytes.'),
          seconds: range.exactOptional().describe('The allowed length of a video in seconds.'),
          proportions: range
            .exactOptional()
            .describe('The allowed width divided by height. Absent if every shape is accepted.'),
          maxWidth: count.exactOptional().describe('The maximum width in pixels.'),
        })
        .nullable()
        .describe('The rules for videos. Null if the network accepts no videos.'),
      mixed: z.boolean().describe('True if a post may mix images and videos.'),
    })
    .describe('The rules for media.'),
  keptLink: z.enum(['preview', 'in_text', 'none']).describe('Where a kept link goes.'),
  linkSeparator: z
    .string()
    .exactOptional()
    .describe(
      'What separates the text from a kept link if the post has media. A line break by default.',
    ),
  comment: z
    .object({
      max: count.describe('The maximum length of one comment.'),
      count: counting.exactOptional().describe('How a comment is measured, if not like the body.'),
    })
    .describe(
      'The rules for the first comment or reply. Measured like the body unless it has its own `count`.',
    ),
  requiredFields: z
    .array(z.string())
    .readonly()
    .describe('The entries of `fields` that a post must have.'),
}) satisfies z.ZodType<PlatformRules>

/** A network with its state in this deployment. */
export const Connectable = named('ConnectableNetwork', {
  network: ConnectNetwork.describe('The network’s neutral name.'),
  configured: z.boolean().describe('True if the operator has set the network’s variables.'),
  missing: z
    .array(z.string())
    .describe('The names of the network’s unset variables. Empty unless the caller is an admin.'),
  canPublish: z.boolean().describe('True if posts can be published to the network now.'),
  limits: NetworkLimits.nullable().describe(
    'The rules for posts. Null if the network takes no posts.',
  ),
})
export type Connectable = z.infer<typeof Connectable>
