import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import { answerCard } from '../cards/answer-card.ts'
import { deleteCard, pruneCards } from '../cards/delete-cards.ts'
import { getCard, listCards } from '../cards/read-cards.ts'
import type { Deps } from '../deps.ts'
import { changeInBulk } from './change-in-bulk.ts'
import { createCard } from './create-card.ts'
import {
  cancelProcess,
  implementCard,
  readCardAloud,
  startNextAction,
  startProcess,
} from './process.ts'
import { updateCard } from './update-card.ts'

export function cardRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  mount(app, operations.listCards, (call) => listCards(deps, call, call.query))
  mount(app, operations.createCard, { db }, async (call) =>
    answerCard(call.c, await createCard(deps, call, call.body)),
  )
  mount(app, operations.pruneCards, (call) => pruneCards(deps, call, call.body))
  mount(app, operations.changeCardsInBulk, { db }, (call) => changeInBulk(deps, call, call.body))
  mount(app, operations.getCard, async (call) =>
    answerCard(call.c, await getCard(deps, call, call.params.id)),
  )
  mount(app, operations.updateCard, async (call) => {
    const ifMatch = call.c.req.header('if-match')
    return answerCard(
      call.c,
      await updateCard(deps, call, { id: call.params.id, patch: call.body, ifMatch }),
    )
  })
  mount(app, operations.deleteCard, (call) =>
    deleteCard(deps, call, { id: call.params.id, ifMatch: call.c.req.header('if-match') }),
  )
  mount(app, operations.startNextAction, { db }, (call) =>
    startNextAction(deps, call, call.params.id),
  )
  mount(app, operations.implementCard, { db }, (call) => implementCard(deps, call, call.params.id))
  mount(app, operations.readCardAloud, { db }, (call) => readCardAloud(deps, call, call.params.id))
  mount(app, operations.startProcess, { db }, (call) => startProcess(deps, call, call.params.id))
  mount(app, operations.cancelProcess, async (call) =>
    answerCard(call.c, await cancelProcess(deps, call, call.params.id)),
  )
}
