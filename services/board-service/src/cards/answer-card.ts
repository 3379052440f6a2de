import type { Card } from '@atrium/contracts'
import { type AppEnv, versionEtag } from '@atrium/http'
import type { Context } from 'hono'
import type { VersionedCard } from './card-view.ts'

export function answerCard(c: Context<AppEnv>, { card, version }: VersionedCard): Card {
  c.header('etag', versionEtag(card.id, version))
  return card
}
