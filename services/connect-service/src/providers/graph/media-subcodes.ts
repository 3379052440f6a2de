import type { FailureClass } from '../../network/network-error.ts'

/** The documented subcodes for publishing media. The codes alone say too little. */
const failures: Readonly<
  Record<number, readonly [FailureClass, says: string, retryAfter?: number]>
> = {
  2207001: ['retry', 'The network has trouble of its own'],
  2207003: ['retry', 'The network took too long to fetch the media'],
  2207004: ['fix_content', 'The image is larger than the network takes'],
  2207005: ['fix_content', 'The network does not take this kind of image'],
  2207006: ['retry', 'The network no longer knows the prepared media'],
  2207008: ['retry', 'The network no longer knows the prepared media'],
  2207009: ['fix_content', 'The network does not take the proportions of this image'],
  2207010: ['fix_content', 'The text is longer than the network takes'],
  2207020: ['retry', 'The prepared media expired at the network'],
  2207023: ['fix_content', 'The network does not take this kind of media'],
  2207026: ['fix_content', 'The network does not take this kind of video'],
  2207027: ['retry', 'The network is still preparing the media'],
  2207028: ['fix_content', 'The network takes two to ten media side by side'],
  2207032: ['retry', 'The network could not prepare the media'],
  2207042: ['retry', 'The account has posted as much as the network allows in a day', 3_600],
  2207050: ['blocked', 'The network restricts this account: sign in there and follow what it asks'],
  2207051: ['blocked', 'The network restricts what this account does'],
  2207052: ['fix_content', 'The network could not fetch the media from its public address'],
  2207053: ['retry', 'The network could not take the video'],
  2207057: ['fix_content', 'The network does not take the thumbnail of this video'],
}

/**
 * Returns what a media subcode means, with the wait in seconds if there is one. Returns undefined
 * for other subcodes.
 */
export function mediaFailure(subcode: number | undefined) {
  const [kind, says, retryAfter] = failures[subcode ?? 0] ?? []
  return kind === undefined ? undefined : { class: kind, says, retryAfter }
}
