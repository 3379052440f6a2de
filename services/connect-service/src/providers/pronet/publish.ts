import { z } from 'zod'
import { NetworkError } from '../../network/network-error.ts'
import type { Api } from '../api.ts'
import type { OutgoingPost, Provider } from '../provider.ts'
import { isVideo } from '../upload.ts'
import { littleText } from './little-text.ts'
import { createdId } from './pronet-api.ts'
import { ownerOf, uploadMedia } from './upload-media.ts'

const Comment = z.looseObject({
  $URN: z.string().optional().catch(undefined),
  commentUrn: z.string().optional().catch(undefined),
})

const postUrl = (urn: string): string => `https://www.linkedin.com/feed/update/${urn}/`

/** What stands below the text: media, or the preview card of the link. */
function contentOf(
  { media, previewLink }: OutgoingPost,
  urns: readonly string[],
): Record<string, unknown> | undefined {
  const [first] = urns
  if (first !== undefined && urns.length === 1) return { media: { id: first } }
  if (first !== undefined && media.some(isVideo)) {
    throw new NetworkError('fix_content', 'A post takes one video, or images')
  }
  if (first !== undefined) return { multiImage: { images: urns.map((id) => ({ id })) } }
  if (previewLink === null) return undefined
  // A card has to have a title, and the network reads none from the page.
  const title = previewLink.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')
  return { article: { source: previewLink, title: title.slice(0, 400) } }
}

/** Beside media there is no card: the link then stands in the text. */
const textOf = ({ text, previewLink, media }: OutgoingPost): string =>
  previewLink === null || media.length === 0 || text.includes(previewLink) ? text : `${text}\n${previewLink}`

/**
 * Posting and commenting as a member. Neither posts nor comments can be read back: that takes a permission which the
 * network gives to few, so that an unanswered post stays unconfirmed.
 */
export function pronetPublishing(
  api: Api,
  publishMs: number,
  now: () => Date,
): Pick<Provider, 'publish' | 'comment'> {
  return {
    async publish(connection, post) {
      const until = { deadline: performance.now() + publishMs, now: now() }
      const content = contentOf(post, await uploadMedia(api, connection, post, until))
      const answer = await api.answer({
        path: '/rest/posts',
        token: connection.accessToken,
        creates: true,
        body: {
          author: ownerOf(connection),
          commentary: littleText(textOf(post)),
          visibility: 'PUBLIC',
          distribution: {
            feedDistribution: 'MAIN_FEED',
            targetEntities: [],
            thirdPartyDistributionChannels: [],
          },
          ...(content === undefined ? {} : { content }),
          lifecycleState: 'PUBLISHED',
          isReshareDisabledByAuthor: false,
        },
      })
      const urn = createdId(answer)
      return { externalId: urn, externalUrl: postUrl(urn) }
    },
    async comment(connection, externalId, message) {
      const answer = await api.answer({
        path: `/rest/socialActions/${encodeURIComponent(externalId)}/comments`,
        token: connection.accessToken,
        creates: true,
        body: { actor: ownerOf(connection), object: externalId, message: { text: message } },
      })
      const named = Comment.safeParse(answer.json)
      const urn = named.success ? (named.data.$URN ?? named.data.commentUrn) : undefined
      return { externalId: urn ?? createdId(answer) }
    },
  }
}
