import { isRefusedText } from '../post-limits.ts'
import { VideonetProblem } from './videonet-problem.ts'
import type { UploadSession } from './videonet-state.ts'

type Fields = Record<string, unknown>

const part = (body: Fields, name: string): Fields => {
  const value = body[name]
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}
const words = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * Returns a video resource's title, description, category and privacy. Throws as the platform does.
 */
export function videoDetails(body: Fields): UploadSession['details'] {
  const snippet = part(body, 'snippet')
  const status = part(body, 'status')
  const title = words(snippet['title'])
  const description = words(snippet['description'])
  const categoryId = words(snippet['categoryId']) || '22'
  const privacy = words(status['privacyStatus']) || 'public'
  if (title.trim() === '' || isRefusedText('videonet', 'title', title)) {
    throw new VideonetProblem(
      400,
      'invalidTitle',
      'The request metadata specifies an invalid or empty video title.',
    )
  }
  if (isRefusedText('videonet', 'body', description)) {
    throw new VideonetProblem(
      400,
      'invalidDescription',
      'The request metadata specifies an invalid video description.',
    )
  }
  if (!/^\d{1,3}$/.test(categoryId)) {
    throw new VideonetProblem(
      400,
      'invalidCategoryId',
      'The request metadata specifies an invalid category ID.',
    )
  }
  if (!['public', 'unlisted', 'private'].includes(privacy)) {
    throw new VideonetProblem(400, 'invalidVideoMetadata', 'The request metadata is invalid.')
  }
  return { title, description, categoryId, privacy }
}
