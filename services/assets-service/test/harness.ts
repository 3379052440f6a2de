import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import {
  createServer,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  request,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BlobStore } from '@atrium/blob-store'
import { createFilesystemStore } from '@atrium/blob-store'
import { newId, type Principal } from '@atrium/contracts'
import { createDatabase, type DatabaseHandle, migrate } from '@atrium/database'
import { createApp, derivedPrincipalTokens, principalHeader } from '@atrium/http'
import { createPicturePool, type PicturePoolOptions } from '@atrium/pictures'
import { createLogger } from '@atrium/service-kit'
import { createMetrics, propagateOnly } from '@atrium/telemetry'
import { capturedLog, createTestDatabase } from '@atrium/testkit'
import type { Database } from '../src/database.ts'
import type { Deps } from '../src/deps.ts'
import { exportCounter } from '../src/exports/run-exports.ts'
import { createLibrary } from '../src/library/newest-first.ts'
import { migrations } from '../src/migrations/index.ts'
import { BlobCache } from '../src/read/blob-cache.ts'
import { createThumbnailLimit } from '../src/read/limit-thumbnails.ts'
import { createThumbnails } from '../src/read/thumbnails.ts'
import { assetRoutes } from '../src/routes.ts'
import { countChanges } from '../src/usage/count-changes.ts'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  json(): Record<string, unknown>
}

export interface HarnessOptions {
  cacheBytes?: number
  stallTimeoutMs?: number
  pictures?: PicturePoolOptions
  now?: () => number
  /** The blob directory. Defaults to a new temporary one. */
  directory?: string
  /** Wraps the store, to watch or to break it. */
  wrap?: (store: BlobStore) => BlobStore
  assetUses?: Deps['assetUses']
  requireRoom?: Deps['requireRoom']
  owners?: Deps['owners']
  exportSources?: Deps['exportSources']
  /** Called with the text of each statement that the service sends. */
  onQuery?: (text: string) => void
}

export type Harness = Awaited<ReturnType<typeof startHarness>>

/** Starts the request handling of asset storage with a real socket, directory and database. */
export async function startHarness(options: HarnessOptions = {}) {
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'atrium-assets-')))
  const database = await createTestDatabase()
  const handle = createDatabase<Database>({ url: database.url, schema: 'assets', poolSize: 4 })
  await migrate(handle.db, 'assets', migrations)
  const { onQuery } = options
  if (onQuery) watchQueries(handle.pool, onQuery)
  const tokens = derivedPrincipalTokens('assets', 'a secret of the tests, long enough')
  const store = createFilesystemStore({ directory })
  const log = capturedLog()
  const counted = countChanges({ db: handle.db, store: options.wrap?.(store) ?? store })
  const logger = createLogger('assets', 'warn', [], log.destination)
  const metrics = createMetrics('assets')
  const pictures = createPicturePool(options.pictures)
  const deps: Deps = {
    archives: createFilesystemStore({ directory: join(directory, 'exports') }),
    exportSources: options.exportSources ?? {
      rows: {},
      documents: async () => ({ name: null, bytes: Buffer.alloc(0), next: null }),
    },
    countExport: exportCounter(metrics),
    newId,
    pictures,
    store: counted,
    library: createLibrary(counted),
    thumbnails: createThumbnails({
      capacityBytes: options.cacheBytes ?? 8_000_000,
      pictures,
      logger,
      registry: metrics.registry,
    }),
    thumbnailLimit: createThumbnailLimit(options.now ?? Date.now),
    assetUses: options.assetUses ?? (async () => ({})),
    owners: options.owners ?? [],
    requireRoom: options.requireRoom ?? (async () => {}),
    cache: new BlobCache(options.cacheBytes ?? 8_000_000),
    db: handle.db,
    config: { apiUrl: 'http://api.example' },
    stallTimeoutMs: options.stallTimeoutMs ?? 20_000,
    logger,
  }
  const kit = { logger: deps.logger, metrics, tracing: propagateOnly, tokens }
  const app = createApp(kit)
  const intercept = assetRoutes(app, deps, kit)
  const server = createServer((incoming, response) => {
    if (!intercept(incoming, response)) response.writeHead(404).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo

  return {
    deps,
    app,
    metrics,
    directory,
    log,
    port,
    url: `http://127.0.0.1:${port}`,
    /** Returns the headers of a caller in this org. */
    async as(
      orgId: string | null,
      userId = newId('usr'),
      limits: Partial<Pick<Principal, 'scopes' | 'role'>> = {},
    ): Promise<Record<string, string>> {
      const principal: Principal = {
        userId,
        orgId,
        role: orgId === null ? null : 'member',
        isAdmin: false,
        via: 'session',
        credentialId: 'ses_1',
        ...limits,
      }
      return { [principalHeader]: await tokens.sign(principal) }
    },
    send: (
      method: string,
      path: string,
      headers?: OutgoingHttpHeaders,
      body?: Uint8Array | string,
    ) => send(port, { method, path, headers, body }),
    leftovers: async () =>
      (
        await readdir(join(directory, '.tmp'), { recursive: true, withFileTypes: true }).catch(
          () => [],
        )
      )
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name),
    async stop() {
      server.close()
      server.closeAllConnections()
      await Promise.all([pictures.stop(), deps.store.close(), deps.archives.close()])
      await handle.close()
      await database.drop()
      if (!options.directory) await rm(directory, { recursive: true, force: true })
    },
  }
}

function watchQueries(
  pool: DatabaseHandle<Database>['pool'],
  onQuery: (text: string) => void,
): void {
  const watched = new WeakSet()
  pool.on('acquire', (client) => {
    if (watched.has(client)) return
    watched.add(client)
    const query: (...args: unknown[]) => unknown = client.query.bind(client)
    Object.assign(client, {
      query: (...args: unknown[]) => {
        const [statement] = args
        onQuery(typeof statement === 'string' ? statement : String(Object(statement).text))
        return query(...args)
      },
    })
  })
}

/** Sends one request over a new connection. Adds nothing and follows no redirects. */
export async function send(
  port: number,
  {
    method,
    path,
    headers = {},
    body,
  }: {
    method: string
    path: string
    headers?: OutgoingHttpHeaders | undefined
    body?: Uint8Array | string | undefined
  },
): Promise<Answer> {
  const sent = request({ port, host: '127.0.0.1', method, path, headers, agent: false })
  sent.setTimeout(20_000, () => sent.destroy(new Error('No answer within 20 s')))
  const answered = once(sent, 'response')
  sent.end(body)
  const [response] = await answered
  const bytes = Buffer.concat(await response.toArray())
  return {
    status: response.statusCode,
    headers: response.headers,
    body: bytes,
    json: () => JSON.parse(bytes.toString()) as Record<string, unknown>,
  }
}
