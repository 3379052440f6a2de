import type { GraphRequest } from '../graph-api.ts'
import { GraphError, required } from '../graph-error.ts'
import {
  isRefusedShape,
  isRefusedText,
  isRefusedVideo,
  isTooLarge,
  mostAltText,
  mostMedia,
  takesPictureType,
} from '../post-limits.ts'
import {
  type PhotoAccount,
  type PhotoContainer,
  type PhotoItem,
  type PhotonetSandbox,
  photoId,
} from './photonet-state.ts'

const videoTypes = new Set(['video/mp4', 'video/quicktime'])
const mediaTypes = new Set(['', 'IMAGE', 'VIDEO', 'REELS', 'STORIES', 'CAROUSEL'])

/**
 * Creates a container. Fetches images before the response and videos after it, as the provider
 * does. Throws `GraphError`.
 */
export async function createContainer(
  state: PhotonetSandbox,
  account: PhotoAccount,
  values: GraphRequest['values'],
): Promise<{ id: string }> {
  const type = String(values['media_type'] ?? '')
  if (!mediaTypes.has(type)) throw new GraphError(400, 100, 'The media type is unknown', 2207023)
  const caption = String(values['caption'] ?? '')
  if (isRefusedText('photonet', 'body', caption)) {
    throw new GraphError(400, 36004, 'The caption was too long', 2207010)
  }
  const container: PhotoContainer = {
    id: photoId(),
    accountId: account.id,
    caption,
    carouselItem: String(values['is_carousel_item'] ?? '') === 'true',
    items: [],
    status: 'IN_PROGRESS',
    subcode: null,
    pollsLeft: 0,
  }
  if (type === 'CAROUSEL') {
    container.items = findChildren(state, account, required(values, 'children'))
    container.status = 'FINISHED'
  } else if (type === 'VIDEO' || type === 'REELS' || (type === 'STORIES' && values['video_url'])) {
    if (type === 'VIDEO' && !container.carouselItem) {
      throw new GraphError(
        400,
        100,
        'The VIDEO value for media_type is no longer supported. Use REELS',
      )
    }
    if (values['alt_text'] !== undefined)
      throw new GraphError(400, 100, 'A video takes no alt text')
    const url = required(values, 'video_url')
    container.pollsLeft = state.pollsUntilReady
    void fetchItem(url, 'video').then(
      (item) => finish(container, item),
      (error: unknown) => fail(container, error),
    )
  } else {
    const altText = readAltText(values)
    finish(container, { ...(await fetchItem(required(values, 'image_url'), 'image')), ...altText })
  }
  state.containers.set(container.id, container)
  return { id: container.id }
}

/** Returns a picture's alternative text if there is one. Throws `GraphError`. */
function readAltText({ alt_text: text }: GraphRequest['values']): { altText?: string } {
  if (text === undefined) return {}
  if (typeof text !== 'string' || [...text].length > mostAltText('photonet'))
    throw new GraphError(400, 100, 'The alt text is too long')
  return { altText: text }
}

function finish(container: PhotoContainer, item: PhotoItem): void {
  container.items = [item]
  container.status = 'FINISHED'
}

function fail(container: PhotoContainer, error: unknown): void {
  container.status = 'ERROR'
  container.subcode = error instanceof GraphError ? (error.subcode ?? null) : null
}

function findChildren(state: PhotonetSandbox, account: PhotoAccount, list: string): PhotoItem[] {
  const ids = list.split(',')
  if (ids.length < 2 || ids.length > mostMedia('photonet')) {
    throw new GraphError(400, 100, 'The number of children has to be from 2 to 10', 2207028)
  }
  return ids.flatMap((id) => {
    const child = state.containers.get(id)
    if (child === undefined || child.accountId !== account.id || !child.carouselItem) {
      throw new GraphError(400, 24, 'The requested media does not exist', 2207006)
    }
    if (child.status !== 'FINISHED' || child.pollsLeft > 0) {
      throw new GraphError(400, 9007, 'The media is not ready to be published', 2207027)
    }
    return child.items
  })
}

/** Fetches the file at an address. Throws the provider's `GraphError` if it is unusable. */
async function fetchItem(url: string, kind: PhotoItem['kind']): Promise<PhotoItem> {
  const unreachable = new GraphError(
    400,
    9004,
    'The media could not be fetched from this URI',
    2207052,
  )
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) }).catch(() => {
    throw unreachable
  })
  if (!answer.ok) throw unreachable
  const contentType = answer.headers.get('content-type') ?? ''
  const stated = Number(answer.headers.get('content-length') ?? 0)
  if (kind === 'video' && isTooLarge('photonet', 'video/mp4', stated)) {
    await answer.body?.cancel()
    throw new GraphError(400, 352, 'The video size is too large', 2207026)
  }
  const file = new Uint8Array(await answer.arrayBuffer())
  const bytes = file.byteLength
  if (kind === 'video' && !videoTypes.has(contentType)) {
    throw new GraphError(400, 352, 'The video format is not supported', 2207026)
  }
  if (kind === 'video' && (await isRefusedVideo('photonet', file))) {
    throw new GraphError(400, 352, 'The video format is not supported', 2207026)
  }
  if (kind === 'image' && !takesPictureType('photonet', contentType)) {
    throw new GraphError(400, 36001, 'The image format is not supported', 2207005)
  }
  if (kind === 'image' && isTooLarge('photonet', contentType, bytes)) {
    throw new GraphError(400, 36000, 'The image size is too large', 2207004)
  }
  if (kind === 'image' && (await isRefusedShape('photonet', file))) {
    throw new GraphError(400, 36003, 'The aspect ratio of the image is not supported', 2207009)
  }
  return { url, kind, contentType, bytes }
}

/** Handles `GET /<container>`. */
export function readContainer(container: PhotoContainer): object {
  const waiting = container.pollsLeft > 0 && container.status !== 'ERROR'
  if (container.pollsLeft > 0) container.pollsLeft -= 1
  const status = waiting ? 'IN_PROGRESS' : container.status
  return {
    id: container.id,
    status_code: status,
    status:
      status === 'ERROR'
        ? `Error: Media upload has failed with error code ${container.subcode ?? 2207053}`
        : status,
  }
}

/**
 * Handles `POST /<account>/media_publish`. A container can be published once. Throws `GraphError`.
 */
export function publishContainer(
  state: PhotonetSandbox,
  account: PhotoAccount,
  values: GraphRequest['values'],
): { id: string } {
  const container = state.containers.get(required(values, 'creation_id'))
  if (
    container === undefined ||
    container.accountId !== account.id ||
    container.status === 'PUBLISHED'
  ) {
    throw new GraphError(400, 24, 'The requested media does not exist', 2207006)
  }
  if (container.status !== 'FINISHED' || container.pollsLeft > 0 || container.carouselItem) {
    throw new GraphError(400, 9007, 'The media is not ready to be published', 2207027)
  }
  const dayAgo = Date.now() - 86_400_000
  if (
    account.posts.filter(({ createdAt }) => createdAt.getTime() > dayAgo).length >=
    account.dailyPosts
  ) {
    throw new GraphError(400, 9, 'The user reached the maximum number of posts', 2207042)
  }
  container.status = 'PUBLISHED'
  const id = photoId()
  account.posts.push({
    id,
    caption: container.caption,
    items: container.items,
    permalink: `https://www.instagram.com/p/${Buffer.from(id).toString('base64url').slice(-11)}/`,
    createdAt: new Date(),
    comments: [],
  })
  return { id }
}
