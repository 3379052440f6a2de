import * as operations from '@atrium/contracts'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { answerSeal } from '../tokens/answer-seal.ts'
import { readUpload, relayChunk } from './continue-upload.ts'
import { startUpload } from './start-upload.ts'

/** Mounts uploads of videos that go to their network before their post does. */
export function mountUploads(app: Hono<AppEnv>, deps: Deps): void {
  mount(
    app,
    operations.startVideoUpload,
    ({ c, principal, params, body, settle }) =>
      startUpload(deps, principal, params.network, body, (tx, upload) => {
        c.header('location', `/api/connect/${upload.network}/uploads/${upload.id}`)
        return settle(tx, upload)
      }),
    deps.db,
    // A direct upload's address lets anybody go on with it.
    { apart: true, sealed: answerSeal(deps) },
  )
  mount(app, operations.getVideoUpload, ({ principal, params }) =>
    readUpload(deps, principal, params.network, params.id),
  )
  mount(app, operations.sendVideoChunk, ({ c, principal, params }) =>
    relayChunk(deps, principal, params.network, params.id, c.req.raw),
  )
}
