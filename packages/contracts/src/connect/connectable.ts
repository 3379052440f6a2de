import { z } from 'zod'
import { named } from '../core/schemas.ts'
import type { PlatformRules } from '../networks/network.ts'
import { ConnectNetwork } from './connect-network.ts'

const range = z.object({ min: z.number(), max: z.number() })
const count = z.number().int()
const counting = z.enum(['characters', 'bytes', 'weighted'])
const refused = z
  .array(z.string())
  .readonly()
  .exactOptional()
  .describe('Characters that the network refuses')

/** A network's rules for posts, from `packages/contracts/src/networks`. */
export const NetworkLimits = named('NetworkLimits', {
  host: z.string(),
  aliases: z.array(z.string()).readonly(),
  body: z.object({
    max: count,
    count: counting.describe('Code points, UTF-8 bytes, or the short-post network’s weights'),
    required: z.boolean(),
    refused,
  }),
  title: z.object({ max: count, required: z.boolean(), refused }).nullable(),
  media: z.object({
    min: count,
    max: count,
    kinds: z.array(z.enum(['image', 'video'])).readonly(),
    uploadedAs: z
      .string()
      .exactOptional()
      .describe('The entry of `fields` that replaces the media'),
    pictures: z
      .object({
        types: z.array(z.string()).readonly().describe('File extensions'),
        maxBytes: count,
        proportions: range
          .exactOptional()
          .describe(
            'The least and the greatest width divided by the height; absent if every shape is taken',
          ),
      })
      .nullable()
      .describe(
        'What is sent as it is; PNG, WebP and AVIF become a JPEG if they are not named. Null without pictures',
      ),
    videos: z
      .object({
        max: count.describe('The most videos of one post'),
        maxBytes: count.describe('The largest video'),
        seconds: range.exactOptional().describe('The shortest and the longest video in seconds'),
        proportions: range
          .exactOptional()
          .describe(
            'The least and the greatest width divided by the height; absent if every shape is taken',
          ),
        maxWidth: count.exactOptional().describe('The greatest width in pixels'),
      })
      .nullable()
      .describe('Null without videos'),
    mixed: z.boolean().describe('Whether a post may mix images and videos'),
  }),
  keptLink: z.enum(['preview', 'in_text', 'none']).describe('The place of a kept link'),
  linkSeparator: z
    .string()
    .exactOptional()
    .describe(
      'What separates the text from a kept link if the post has media; a line break by default',
    ),
  comment: z
    .object({ max: count, count: counting.exactOptional() })
    .describe(
      'The first comment or reply; it is counted as the body is if it has no count of its own',
    ),
  requiredFields: z.array(z.string()).readonly(),
}) satisfies z.ZodType<PlatformRules>

/** A network that can be connected, and its state in this deployment. */
export const Connectable = named('ConnectableNetwork', {
  network: ConnectNetwork,
  configured: z.boolean(),
  missing: z
    .array(z.string())
    .describe('The names of its unset variables; empty for members who are no admins'),
  canPublish: z.boolean().describe('Whether posts can be published to it now'),
  limits: NetworkLimits.nullable().describe('Null for a network without posts'),
})
export type Connectable = z.infer<typeof Connectable>
