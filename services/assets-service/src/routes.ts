import type { IncomingMessage, ServerResponse } from 'node:http'
import * as operations from '@atrium/contracts'
import {
  type AppEnv,
  answer,
  createExchanges,
  type ExchangeDeps,
  mount,
  type PrincipalTokens,
  rawOperation,
} from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from './deps.ts'
import {
  archivePath,
  createExport,
  getExport,
  listExports,
  readArchive,
} from './exports/exports.ts'
import { deleteAsset } from './library/delete-asset.ts'
import { describeFile } from './library/describe-file.ts'
import { listAssets } from './library/list-assets.ts'
import { assetsPath, handleRead, readKey } from './read/handle-read.ts'
import { handleUpload } from './upload/handle-upload.ts'
import { readUsage } from './usage/count-usage.ts'

/**
 * Mounts asset storage on `app`. Returns an interceptor for the routes that stream bytes. The
 * interceptor returns false for other routes.
 */
export function assetRoutes(
  app: Hono<AppEnv>,
  deps: Deps,
  { tokens, ...kit }: ExchangeDeps & { readonly tokens: PrincipalTokens },
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const upload = rawOperation(app, tokens, operations.createAsset, (exchange, principal) =>
    handleUpload(deps, exchange, principal),
  )
  const read = rawOperation(app, tokens, operations.readAsset, (exchange, principal) =>
    handleRead(deps, exchange, principal),
  )
  const remove = rawOperation(app, tokens, operations.deleteAsset, async (exchange, principal) => {
    await deleteAsset(deps, { principal }, readKey(exchange.request))
    answer(exchange, 204, ['cache-control', 'no-store'])
  })
  const archive = rawOperation(app, tokens, operations.readExport, (exchange, principal) =>
    readArchive(deps, { principal }, exchange),
  )
  mount(app, operations.createExport, async (call) => {
    return call.c.json(await createExport(deps, call), 202)
  })
  mount(app, operations.listExports, (call) => listExports(deps, call))
  mount(app, operations.getExport, (call) => getExport(deps, call, call.params.id))
  mount(app, operations.updateAsset, (call) => {
    const { org, visibility, key } = call.params
    return describeFile(deps, call, { name: `${org}/${visibility}/${key}`, patch: call.body })
  })
  mount(app, operations.listAssets, (call) => listAssets(deps, call, call.query))
  mount(app, operations.getAssetUsage, ({ principal }) => readUsage(deps, principal.orgId))
  const run = createExchanges(kit)
  return (request, response) => {
    const { method, url = '' } = request
    const path = url.split('?', 1)[0] ?? ''
    const reading = method === 'GET' || method === 'HEAD'
    if (reading && path.startsWith(assetsPath) && path !== operations.getAssetUsage.path) {
      run(request, response, operations.readAsset.id, read)
    } else if (method === 'POST' && path === operations.createAsset.path) {
      run(request, response, operations.createAsset.id, upload)
    } else if (method === 'DELETE' && path.startsWith(assetsPath)) {
      run(request, response, operations.deleteAsset.id, remove)
    } else if (reading && archivePath.test(path)) {
      run(request, response, operations.readExport.id, archive)
    } else return false
    return true
  }
}
