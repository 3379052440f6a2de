import { askZen, cancelRun, getZen, type ZenPrompt } from '@atrium/contracts'
import { mutationOptions } from '@tanstack/react-query'
import { atrium } from '../../platform/connection/api.ts'
import { operationQuery } from '../../platform/records/queries.ts'

export interface Asked {
  readonly id: string
  readonly runId: string
}

/** Asks a model. A repeated idempotency key asks once, for example if the response was lost. */
export const questionMutation = mutationOptions({
  mutationFn: ({ key, ...body }: ZenPrompt & { key: string }): Promise<Asked> =>
    atrium.call(askZen, { body }, { idempotencyKey: key }),
})

/** Reads the response to a question. The event at its end refreshes the query. */
export const answerQuery = (id: string) => operationQuery(['zen', id], getZen, { params: { id } })

/** Stops a question. A finished question does not change. */
export const stopQuestion = ({ id, runId }: Asked): Promise<unknown> =>
  atrium.call(cancelRun, { params: { id: `internal:zen:${id}`, runId } }).catch(() => undefined)
