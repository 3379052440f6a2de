import type { Connectable } from '@atrium/contracts'

const count = (value: number) => value.toLocaleString('en')
type Media = NonNullable<Connectable['limits']>['media']

function mediaWords({ kinds, max, videos }: Media): string {
  const words = kinds.map(
    (kind) => `${kind === 'image' ? 'picture' : 'video'}${max === 1 ? '' : 's'}`,
  )
  if (max > 1 && videos?.max === 1) return words.join(' or ').replace('videos', 'one video')
  return words.join(' or ')
}

/** Describes in one sentence what a network can do, and its rules for posts. */
export function limitsWords({ network, limits, canPublish, configured }: Connectable): string {
  if (network === 'model') return 'AI steps of your workflows use your key, and you pay no credits.'
  if (network === 'imap')
    return 'Your workflows read, label and send mail with it, whoever your mail provider is.'
  if (limits === null) return 'Your workflows read from it.'
  if (configured && !canPublish)
    return 'You can connect it, but Atrium cannot publish posts to it yet.'
  const { body, media, title } = limits
  const titled = title === null ? '' : ` below a title of ${count(title.max)}`
  const kinds = mediaWords(media)
  const files =
    media.min === 0
      ? `up to ${count(media.max)} ${kinds}`
      : media.min === media.max
        ? `${count(media.max)} ${kinds}`
        : `${count(media.min)} to ${count(media.max)} ${kinds}`
  return `Posts of up to ${count(body.max)} characters${titled}, with ${files} and a first comment.`
}
