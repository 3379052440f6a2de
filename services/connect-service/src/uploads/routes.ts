import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { answerSeal } from '../tokens/answer-seal.ts'
import { readUpload, relayChunk } from './continue-upload.ts'
import { startUpload } from './start-upload.ts'

export function uploadRoutes(app: Hono<AppEnv>, deps: Deps): void {
  // The response to a direct upload contains the session URL, which is its credential.
  mount(
    app,
    operations.startVideoUpload,
    { db: deps.db, apart: true, sealed: answerSeal(deps) },
    (call) =>
      startUpload(deps, call, {
        network: call.params.network,
        input: call.body,
        settle: (tx, upload) => {
          call.c.header('location', `/api/connect/${upload.network}/uploads/${upload.id}`)
          return call.settle(tx, upload)
        },
      }),
  )
  mount(app, operations.getVideoUpload, (call) =>
    readUpload(deps, call, { network: call.params.network, id: call.params.id }),
  )
  mount(app, operations.sendVideoChunk, (call) =>
    relayChunk(deps, call, {
      network: call.params.network,
      id: call.params.id,
      request: call.c.req.raw,
    }),
  )
}
