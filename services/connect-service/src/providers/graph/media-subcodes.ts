import type { FailureClass } from '../../network/network-error.ts'

interface MediaFailure {
  class: FailureClass
  /** For people, where the network has no message of its own. */
  says: string
  /** Seconds. */
  retryAfter?: number
}

const retry = (says: string, retryAfter?: number): MediaFailure => ({
  class: 'retry',
  says,
  ...(retryAfter === undefined ? {} : { retryAfter }),
})
const content = (says: string): MediaFailure => ({ class: 'fix_content', says })
const blocked = (says: string): MediaFailure => ({ class: 'blocked', says })

/** The subcodes of publishing media, as the graph API's family documents them; its codes say too little. */
const failures: Readonly<Record<number, MediaFailure>> = {
  2207001: retry('The network has trouble of its own'),
  2207003: retry('The network took too long to fetch the media'),
  2207004: content('The image is larger than the network takes'),
  2207005: content('The network does not take this kind of image'),
  2207006: retry('The network no longer knows the prepared media'),
  2207008: retry('The network no longer knows the prepared media'),
  2207009: content('The network does not take the proportions of this image'),
  2207010: content('The text is longer than the network takes'),
  2207020: retry('The prepared media expired at the network'),
  2207023: content('The network does not take this kind of media'),
  2207026: content('The network does not take this kind of video'),
  2207027: retry('The network is still preparing the media'),
  2207028: content('The network takes two to ten media side by side'),
  2207032: retry('The network could not prepare the media'),
  2207042: retry('The account has posted as much as the network allows in a day', 3_600),
  2207050: blocked('The network restricts this account: sign in there and follow what it asks'),
  2207051: blocked('The network restricts what this account does'),
  2207052: content('The network could not fetch the media from its public address'),
  2207053: retry('The network could not take the video'),
  2207057: content('The network does not take the thumbnail of this video'),
}

/** The meaning of a failure while publishing media; undefined for other subcodes. */
export const mediaFailure = (subcode: number | undefined): MediaFailure | undefined =>
  subcode === undefined ? undefined : failures[subcode]
