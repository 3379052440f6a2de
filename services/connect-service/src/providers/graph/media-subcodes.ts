import type { FailureClass } from '../../network/network-error.ts'

/** The documented subcodes for publishing media. The codes alone say too little. */
const failures: Readonly<
  Record<number, readonly [FailureClass, says: string, retryAfter?: number]>
> = {
  2207001: ['retry', 'The network has a problem right now'],
  2207003: ['retry', 'The network took too long to fetch the media'],
  2207004: ['fix_content', 'The image is too large for the network'],
  2207005: ['fix_content', 'The network does not accept this type of image'],
  2207006: ['retry', 'The prepared media expired at the network'],
  2207008: ['retry', 'The prepared media expired at the network'],
  2207009: ['fix_content', 'The network does not accept this image’s proportions'],
  2207010: ['fix_content', 'The text is too long for the network'],
  2207020: ['retry', 'The prepared media expired at the network'],
  2207023: ['fix_content', 'The network does not accept this type of media'],
  2207026: ['fix_content', 'The network does not accept this type of video'],
  2207027: ['retry', 'The network is still preparing the media'],
  2207028: ['fix_content', 'The network accepts two to ten pictures or videos in one post'],
  2207032: ['retry', 'The network could not prepare the media'],
  2207042: ['retry', 'The account has reached the network’s daily posting limit', 3_600],
  2207050: [
    'blocked',
    'The network restricts this account. Sign in there and follow its instructions',
  ],
  2207051: ['blocked', 'The network restricts what this account can do'],
  2207052: ['fix_content', 'The network could not fetch the media from its public address'],
  2207053: ['retry', 'The network could not process the video'],
  2207057: ['fix_content', 'The network does not accept this video’s thumbnail'],
}

/**
 * Returns what a media subcode means, with the wait in seconds if there is one. Returns undefined
 * for other subcodes.
 */
export function mediaFailure(subcode: number | undefined) {
  const [kind, says, retryAfter] = failures[subcode ?? 0] ?? []
  return kind === undefined ? undefined : { class: kind, says, retryAfter }
}
