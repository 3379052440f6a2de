import type { Card } from '@atrium/contracts'

/** The name of a card; posts and links may have none. */
export const titleOf = ({ title, body }: Pick<Card, 'title' | 'body'>): string =>
  title.trim() || body.trim().slice(0, 120) || 'Untitled'
