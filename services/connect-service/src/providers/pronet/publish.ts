import { textWithLink } from '@atrium/contracts'
import { z } from 'zod'
import { NetworkError } from '../../network/network-error.ts'
import type { Api } from '../api.ts'
import type { CreateDeps } from '../define-provider.ts'
import type { OutgoingPost, Provider } from '../provider.ts'
import { isVideo, pictureText } from '../upload.ts'
import { littleText } from './little-text.ts'
import { createdId } from './pronet-api.ts'
import { toOwnerUrn, uploadMedia } from './upload-media.ts'

const urn = z.string().optional().catch(undefined)
const Comment = z.object({ $URN: urn, commentUrn: urn })

const postUrl = (urn: string): string => `https://www.linkedin.com/feed/update/${urn}/`

function toContent(
  { media, previewLink }: OutgoingPost,
  urns: readonly string[],
): Record<string, unknown> | undefined {
  const [first] = urns
  const files = urns.map((id, index) => {
    const file = media[index]
    const altText = file === undefined ? undefined : pictureText(file)
    return altText === undefined ? { id } : { id, altText }
  })
  if (files.length === 1) return { media: files[0] }
  if (first !== undefined && media.some(isVideo)) {
    throw new NetworkError('fix_content', 'A post can have either one video or images')
  }
  if (first !== undefined) return { multiImage: { images: files } }
  if (previewLink === null) return undefined
  // A link card needs a title, and the network does not read one from the page.
  const title = previewLink.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')
  return { article: { source: previewLink, title: title.slice(0, 400) } }
}

/**
 * Posts and comments as a member. If a post gets no response, it stays unconfirmed, because apps
 * may not read posts.
 */
export function pronetPublishing(
  api: Api,
  { publishMs, now }: CreateDeps,
): Pick<Provider, 'publish' | 'comment'> {
  return {
    async publish(connection, post) {
      const until = { deadline: performance.now() + publishMs, now: now() }
      const content = toContent(post, await uploadMedia(api, connection, post, until))
      const answer = await api.answer({
        path: '/rest/posts',
        by: connection,
        creates: true,
        body: {
          author: toOwnerUrn(connection),
          commentary: littleText(post.media.length === 0 ? post.text : textWithLink(post)),
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
        by: connection,
        creates: true,
        body: { actor: toOwnerUrn(connection), object: externalId, message: { text: message } },
      })
      const { $URN, commentUrn } = Comment.safeParse(answer.json).data ?? {}
      return { externalId: $URN ?? commentUrn ?? createdId(answer) }
    },
  }
}
