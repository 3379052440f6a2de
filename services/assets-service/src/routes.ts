import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  createAsset,
  deleteAsset,
  getAssetUsage,
  listAssets as listOperation,
  readAsset,
} from '@atrium/contracts'
import {
  type AppEnv,
  createExchanges,
  type ExchangeDeps,
  mount,
  type PrincipalTokens,
  rawOperation,
} from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from './deps.ts'
import { handleDelete } from './library/handle-delete.ts'
import { listAssets } from './library/list-assets.ts'
import { assetsPath, handleRead } from './read/handle-read.ts'
import { handleUpload } from './upload/handle-upload.ts'
import { readUsage } from './usage/count-usage.ts'

/** Mounts asset storage on `app`; the interceptor answers the routes that stream bytes, and false for others. */
export function assetRoutes(
  app: Hono<AppEnv>,
  deps: Deps,
  { tokens, ...kit }: ExchangeDeps & { readonly tokens: PrincipalTokens },
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const upload = rawOperation(app, tokens, createAsset, (exchange, principal) =>
    handleUpload(deps, exchange, principal),
  )
  const read = rawOperation(app, tokens, readAsset, (exchange, principal) =>
    handleRead(deps, exchange, principal),
  )
  const remove = rawOperation(app, tokens, deleteAsset, (exchange, principal) =>
    handleDelete(deps, exchange, principal),
  )
  mount(app, listOperation, (call) => listAssets(deps, call, call.query))
  mount(app, getAssetUsage, ({ principal }) => readUsage(deps, principal.orgId))
  const run = createExchanges(kit)
  return (request, response) => {
    const { method, url = '' } = request
    const path = url.split('?', 1)[0] ?? ''
    const reading = method === 'GET' || method === 'HEAD'
    if (reading && path.startsWith(assetsPath) && path !== getAssetUsage.path) {
      run(request, response, readAsset.id, read)
    } else if (method === 'POST' && path === createAsset.path) {
      run(request, response, createAsset.id, upload)
    } else if (method === 'DELETE' && path.startsWith(assetsPath)) {
      run(request, response, deleteAsset.id, remove)
    } else return false
    return true
  }
}
