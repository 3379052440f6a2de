import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import { answerCard } from '../cards/answer-card.ts'
import type { Deps } from '../deps.ts'
import { captureLink } from './capture-link.ts'

export function linkRoutes(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, operations.captureLink, { db: deps.db }, async (call) => {
    const captured = await captureLink(deps, call, call.body.url)
    const card = answerCard(call.c, captured)
    call.c.header('location', `/api/tasks/${card.id}`)
    return captured.created ? call.c.json(card, 201) : call.c.json(card, 200)
  })
}
