import { randomInt } from 'node:crypto'
import { isRefusedText, mostAltText, mostMedia } from '../post-limits.ts'
import { illegal, PronetError, record, text } from './pronet-error.ts'
import type { PronetComment, PronetPost, PronetState } from './pronet-state.ts'

const serial = (): string => `7${String(randomInt(1e12)).padStart(12, '0')}${randomInt(1e5)}`

/**
 * Returns markup as the network shows it, without escapes. An unescaped reserved character ends the
 * text.
 */
export function shownText(little: string): string {
  let plain = ''
  for (let at = 0; at < little.length; at += 1) {
    const character = little[at] ?? ''
    if (character === '\\') {
      at += 1
      plain += little[at] ?? ''
      continue
    }
    const tag = character === '#' && /^[\p{L}\p{N}]/u.test(little.slice(at + 1))
    if (!tag && /[|{}@[\]()<>#*_~]/.test(character)) return plain
    plain += character
  }
  return plain
}

const fields = [
  'author',
  'commentary',
  'visibility',
  'distribution',
  'content',
  'lifecycleState',
  'isReshareDisabledByAuthor',
]

/** Creates a post with the strict checks of `POST /rest/posts`. */
export function createPost(
  state: PronetState,
  member: string,
  sent: unknown,
  now: Date,
): PronetPost {
  const body = record(sent, 'body', fields)
  if (text(body['author'], 'author') !== member) {
    throw new PronetError(
      403,
      'ACCESS_DENIED',
      'Field Value validation failed in REQUEST_BODY: author',
      100,
    )
  }
  if (!['PUBLIC', 'CONNECTIONS'].includes(text(body['visibility'], 'visibility'))) {
    throw illegal('visibility', 'is not a member of enum MemberNetworkVisibility')
  }
  if (body['lifecycleState'] !== 'PUBLISHED') throw illegal('lifecycleState', 'has to be PUBLISHED')
  const distribution = record(body['distribution'], 'distribution', [
    'feedDistribution',
    'targetEntities',
    'thirdPartyDistributionChannels',
  ])
  if (
    !['MAIN_FEED', 'NONE'].includes(
      text(distribution['feedDistribution'], 'distribution/feedDistribution'),
    )
  ) {
    throw illegal('distribution/feedDistribution', 'is not a member of enum FeedDistribution')
  }
  const shown = shownText(text(body['commentary'], 'commentary'))
  if (shown.trim() === '') throw illegal('commentary', 'field is required but not found')
  if (isRefusedText('pronet', 'body', shown)) {
    throw illegal('commentary', `length ${shown.length} is too long`)
  }
  const content = body['content'] === undefined ? {} : readContent(state, member, body['content'])
  const twin = state.posts.find((post) => post.author === member && post.text === shown)
  if (twin !== undefined && content.media === undefined) {
    throw new PronetError(422, 'DUPLICATE_POST', `Content is a duplicate of ${twin.urn}`)
  }
  const post: PronetPost = {
    urn: `urn:li:share:${serial()}`,
    author: member,
    text: shown,
    article: content.article ?? null,
    media: content.media ?? [],
    altTexts: content.altTexts ?? {},
    comments: [],
    createdAt: now,
  }
  state.posts.push(post)
  return post
}

function readContent(
  state: PronetState,
  member: string,
  sent: unknown,
): {
  article?: { source: string; title: string }
  media?: string[]
  altTexts?: Record<string, string>
} {
  const content = record(sent, 'content', ['article', 'media', 'multiImage'])
  if (Object.keys(content).length !== 1)
    throw illegal('content', 'union type has to have one member')
  if ('article' in content) {
    const article = record(content['article'], 'content/article', [
      'source',
      'title',
      'description',
      'thumbnail',
    ])
    const source = text(article['source'], 'content/article/source')
    if (!URL.canParse(source)) throw illegal('content/article/source', 'is no URL')
    return { article: { source, title: text(article['title'], 'content/article/title') } }
  }
  const altTexts: Record<string, string> = {}
  const usable = (sentMedia: unknown, where: string, kinds: readonly string[]): string => {
    const fields = record(sentMedia, where, ['id', 'title', 'altText'])
    const id = text(fields['id'], `${where}/id`)
    const upload = state.media.get(id)
    if (upload?.owner !== member || upload.state !== 'available' || !kinds.includes(upload.kind)) {
      throw illegal(`${where}/id`, `${id} is not a usable asset of the author`)
    }
    if (fields['altText'] !== undefined) {
      const altText = text(fields['altText'], `${where}/altText`)
      if (upload.kind !== 'image' || [...altText].length > mostAltText('pronet'))
        throw illegal(`${where}/altText`, 'is too long, or the asset is no image')
      altTexts[id] = altText
    }
    return id
  }
  if ('media' in content)
    return { media: [usable(content['media'], 'content/media', ['image', 'video'])], altTexts }
  const { images } = record(content['multiImage'], 'content/multiImage', ['images', 'altText'])
  if (!Array.isArray(images) || images.length < 2 || images.length > mostMedia('pronet')) {
    throw illegal('content/multiImage/images', `has to have 2 to ${mostMedia('pronet')} entries`)
  }
  return {
    media: images.map((image, index) =>
      usable(image, `content/multiImage/images/${index}`, ['image']),
    ),
    altTexts,
  }
}

/** Creates a plain text comment below a post. */
export function createComment(
  state: PronetState,
  { member, urn, sent, now }: { member: string; urn: string; sent: unknown; now: Date },
): PronetComment {
  const post = state.posts.find((known) => known.urn === urn)
  if (post === undefined) throw new PronetError(404, 'NOT_FOUND', `Could not find entity ${urn}`)
  const body = record(sent, 'body', ['actor', 'object', 'message', 'parentComment'])
  if (text(body['actor'], 'actor') !== member) {
    throw new PronetError(
      403,
      'ACCESS_DENIED',
      'Field Value validation failed in REQUEST_BODY: actor',
      100,
    )
  }
  if (text(body['object'], 'object') !== urn) throw illegal('object', 'is not the post of the path')
  const message = text(
    record(body['message'], 'message', ['text', 'attributes'])['text'],
    'message/text',
  )
  if (isRefusedText('pronet', 'comment', message)) throw illegal('message/text', 'is too long')
  const comment = { id: serial(), actor: member, text: message, createdAt: now }
  post.comments.push(comment)
  return comment
}
