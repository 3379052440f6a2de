import type { IncomingMessage, ServerResponse } from 'node:http'
import { createAsset, getAssetUsage, readAsset } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { handleRead, serveFromMemory } from '../read/handle-read.ts'
import { handleUpload } from '../upload/handle-upload.ts'
import { runExchange } from './exchange.ts'

/** Bytes in both directions go past the framework; everything else is the application's. */
export function intercept(deps: Deps, request: IncomingMessage, response: ServerResponse): boolean {
  const { method, url = '' } = request
  const path = url.split('?', 1)[0] ?? ''
  if (
    (method === 'GET' || method === 'HEAD') &&
    path.startsWith('/api/assets/') &&
    path !== getAssetUsage.path
  ) {
    if (serveFromMemory(deps, request, response)) return true
    void runExchange(deps, readAsset.id, request, response, (exchange) => handleRead(deps, exchange))
    return true
  }
  if (method === 'POST' && path === createAsset.path) {
    void runExchange(deps, createAsset.id, request, response, (exchange) => handleUpload(deps, exchange))
    return true
  }
  return false
}
