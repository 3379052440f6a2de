import { CardKind, CardStatus, ConnectNetwork, type SearchHit } from '@atrium/contracts'
import { kindLabel } from '../../board/card-kind.tsx'
import { networkName } from '../../ui/network.tsx'
import { statusLabel } from '../../ui/status-looks.ts'

const types: Readonly<Record<SearchHit['type'], string>> = {
  card: 'Card',
  post: 'Post',
  customer: 'Customer',
  invoice: 'Invoice',
  estimate: 'Estimate',
  offer: 'Product',
  happening: 'Event',
  ticket: 'Ticket holder',
  workflow: 'Workflow',
  site: 'Site',
  skill: 'Writing guide',
  file: 'File',
  member: 'Member',
}

const statusWord = (name: string): string =>
  CardStatus.safeParse(name).success ? statusLabel(name as CardStatus) : name

/** Names the first part of a board record: a card's kind or a post's network. */
function sortWord(name: string): string {
  if (CardKind.safeParse(name).success) return kindLabel(name as CardKind)
  return ConnectNetwork.safeParse(name).success ? networkName(name as ConnectNetwork) : name
}

/**
 * Describes the kind and state of a search hit in plain words. The board writes both in the
 * subtitle, for example `task, todo`.
 */
export function hitWords({ type, subtitle }: Pick<SearchHit, 'type' | 'subtitle'>): string {
  if (type !== 'card' && type !== 'post') return [types[type], subtitle].filter(Boolean).join(' · ')
  const [sort = '', status = ''] = subtitle.split(', ')
  const words = [types[type], sortWord(sort), statusWord(status)].filter(Boolean)
  return [...new Set(words)].join(' · ')
}
