import { pipeline } from 'node:stream/promises'
import { commonErrors, type Export } from '@atrium/contracts'
import type { Exchange } from '@atrium/http'
import type { Ctx, Deps } from '../deps.ts'
import { toArchiveKey } from './archive-key.ts'
import {
  type ExportRow,
  findExport,
  listExports as readExports,
  startExport,
} from './exports.db.ts'

const mostListed = 20

/** Starts an export of the caller's organisation. If one runs already, returns that one. */
export async function createExport(
  deps: Pick<Deps, 'db' | 'newId'>,
  { principal: { orgId } }: Ctx,
): Promise<{ id: string }> {
  return { id: await startExport(deps.db, { id: deps.newId('exp'), orgId }) }
}

async function requireExport(
  deps: Pick<Deps, 'db'>,
  { principal: { orgId } }: Ctx,
  id: string,
): Promise<ExportRow> {
  const row = await findExport(deps.db, { id, orgId })
  if (row === undefined) throw commonErrors.not_found()
  return row
}

export const getExport = async (
  deps: Pick<Deps, 'db' | 'config'>,
  ctx: Ctx,
  id: string,
): Promise<Export> => toExport(deps, await requireExport(deps, ctx, id))

/** Returns the exports of the caller's organisation, the newest first. */
export async function listExports(
  deps: Pick<Deps, 'db' | 'config'>,
  { principal: { orgId } }: Ctx,
): Promise<{ items: Export[] }> {
  const rows = await readExports(deps.db, orgId, mostListed)
  return { items: rows.map((row) => toExport(deps, row)) }
}

function toExport(
  deps: Pick<Deps, 'config'>,
  { id, status, bytes, created_at: createdAt, expires_at: expiresAt }: ExportRow,
): Export {
  const facts = { id, status, createdAt: createdAt.toISOString() }
  if (status !== 'ready' || bytes === null || expiresAt === null) return facts
  const url = `${deps.config.apiUrl.replace(/(?<!\/)\/+$/, '')}/api/export/${id}/file`
  return { ...facts, url, bytes, expiresAt: expiresAt.toISOString() }
}

export const archivePath = /^\/api\/export\/([^/]+)\/file$/

/** Streams an archive. A broken download starts again from the beginning. */
export async function readArchive(
  deps: Pick<Deps, 'db' | 'archives' | 'stallTimeoutMs'>,
  ctx: Ctx,
  { request, response, headers, method }: Exchange,
): Promise<void> {
  const id = archivePath.exec((request.url ?? '').split('?', 1)[0] ?? '')?.[1] ?? ''
  const row = await requireExport(deps, ctx, id)
  const blob = row.status === 'ready' ? await deps.archives.open(toArchiveKey(row)) : undefined
  if (blob === undefined) throw commonErrors.not_found()
  const day = row.created_at.toISOString().slice(0, 10)
  response.writeHead(200, [
    ...headers,
    'content-type',
    'application/zip',
    'content-length',
    String(blob.bytes),
    'content-disposition',
    `attachment; filename="atrium-export-${day}.zip"`,
    'cache-control',
    'no-store',
    'x-content-type-options',
    'nosniff',
  ])
  if (method === 'HEAD') {
    await blob.close()
    response.end()
    return
  }
  // The timeout restarts with every progress. When it ends, the file is released.
  response.socket?.setTimeout(deps.stallTimeoutMs)
  await pipeline(blob.stream(), response)
}
