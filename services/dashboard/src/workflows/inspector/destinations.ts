import { type Channel, cardKinds, networkHost, socialPlatforms } from '@atrium/contracts'
import { networkName } from '../../ui/network.tsx'

interface Group {
  readonly group: string
  readonly items: readonly { readonly value: string; readonly label: string }[]
}

/** The prefix of a typed address. */
export const typedAddress = 'mailto:'

/**
 * Lists a node's destinations: channels for posts, the networks' own composers and, if the node
 * takes cards, kinds of cards.
 */
export function destinationGroups(channels: readonly Channel[], takesCards: boolean): Group[] {
  const accounts = channels
    .filter(({ network }) => socialPlatforms.some((platform) => platform === network))
    .map(({ uri, name, network }) => ({ value: uri, label: `${name} (${networkName(network)})` }))
  const manual = socialPlatforms.map((platform) => ({
    value: `manual://${networkHost(platform)}`,
    label: `Posted by you on ${networkName(platform)}`,
  }))
  const cards = cardKinds
    .filter((kind) => kind !== 'post')
    .map((kind) => ({ value: `board://${kind}`, label: `A card: ${kind}` }))
  return [
    ...(accounts.length === 0 ? [] : [{ group: 'Accounts', items: accounts }]),
    { group: 'Posted by you', items: manual },
    ...(takesCards
      ? [
          { group: 'Board', items: cards },
          { group: 'Elsewhere', items: [{ value: typedAddress, label: 'An email or webhook …' }] },
        ]
      : []),
  ]
}
