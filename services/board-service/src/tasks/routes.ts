import {
  cancelProcess as cancelProcessOperation,
  createTask,
  deleteTask,
  getTask,
  listTasks,
  pruneTasks,
  startNextAction as startNextActionOperation,
  updateTask,
} from '@atrium/contracts'
import { type AppEnv, mount, versionEtag } from '@atrium/http'
import type { Hono } from 'hono'
import { ctxOf, type Deps } from '../deps.ts'
import { createCard } from './create-card.ts'
import { deleteCard, pruneCards } from './delete-cards.ts'
import { cancelProcess, startNextAction } from './process.ts'
import { getCard, listCards } from './read-cards.ts'
import { updateCard } from './update-card.ts'

/** Cards. */
export function mountTasks(app: Hono<AppEnv>, deps: Deps): void {
  mount(app, listTasks, async ({ principal, query }) => listCards(deps, ctxOf(principal), query))
  mount(
    app,
    createTask,
    async ({ c, principal, body, tx }) => {
      const { card, version } = await createCard(deps, ctxOf(principal, tx), body)
      c.header('location', `/api/tasks/${card.id}`)
      c.header('etag', versionEtag(card.id, version))
      return card
    },
    deps.db,
  )
  mount(app, pruneTasks, async ({ principal, body }) => pruneCards(deps, ctxOf(principal), body))
  mount(app, getTask, async ({ c, principal, params }) => {
    const { card, version } = await getCard(deps, ctxOf(principal), params.id)
    c.header('etag', versionEtag(card.id, version))
    return card
  })
  mount(app, updateTask, async ({ c, principal, params, body }) => {
    const { card, version } = await updateCard(deps, ctxOf(principal), params.id, body, {
      ifMatch: c.req.header('if-match'),
    })
    c.header('etag', versionEtag(card.id, version))
    return card
  })
  mount(app, deleteTask, async ({ c, principal, params }) => {
    await deleteCard(deps, ctxOf(principal), params.id, { ifMatch: c.req.header('if-match') })
    return undefined
  })
  mount(
    app,
    startNextActionOperation,
    async ({ principal, params, tx }) => startNextAction(deps, ctxOf(principal, tx), params.id),
    deps.db,
  )
  mount(app, cancelProcessOperation, async ({ c, principal, params }) => {
    const { card, version } = await cancelProcess(deps, ctxOf(principal), params.id)
    c.header('etag', versionEtag(card.id, version))
    return card
  })
}
