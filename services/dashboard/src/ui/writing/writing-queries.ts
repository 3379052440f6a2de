import { askZen, cancelRun, getZen, type ZenPrompt } from '@atrium/contracts'
import { mutationOptions } from '@tanstack/react-query'
import { atrium } from '../../platform/api.ts'
import { operationQuery } from '../../platform/operation-query.ts'

export interface Asked {
  readonly id: string
  readonly runId: string
}

/** Asks a model. The same key asks once, also after an answer was lost. */
export const questionMutation = mutationOptions({
  mutationFn: ({ key, ...body }: ZenPrompt & { key: string }): Promise<Asked> =>
    atrium.call(askZen, { body }, { idempotencyKey: key }),
})

/** The answer to a question, refreshed by the event of its end. */
export const answerQuery = (id: string) => operationQuery(['zen', id], getZen, { params: { id } })

/** Stops a question; one that has ended stays as it is. */
export const stopQuestion = ({ id, runId }: Asked): Promise<unknown> =>
  atrium.call(cancelRun, { params: { id: `internal:zen:${id}`, runId } }).catch(() => undefined)
