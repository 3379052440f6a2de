import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseHandle, PlatformTables } from '@atrium/database'
import { listOperations, openApiDocument } from '@atrium/http'
import { sql } from 'kysely'
import type { InternalAnswer } from './http-listener.ts'
import type { Kit, ServiceDefinition, ServiceParts } from './service-definition.ts'
import { version } from './version.ts'

/** The probe timeout (docs/reference/http.md, "Health"). */
const probePatienceMs = 2_000

const json = (status: number, body: unknown): InternalAnswer => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(body),
})

/**
 * Serves `/livez`, `/readyz`, `/metrics` and `/openapi.json`. `/readyz` returns 503 while the
 * service starts, stops, or is cut off from its servers.
 */
export async function answerInternal<DB extends PlatformTables>(
  path: string,
  {
    definition,
    kit,
    parts,
    started,
  }: { definition: ServiceDefinition<DB>; kit: Kit<DB>; parts: ServiceParts<DB>; started: boolean },
): Promise<InternalAnswer> {
  if (path === '/livez') return json(200, { status: 'ok' })
  if (path === '/metrics') {
    const { registry, ready } = kit.metrics
    ready.set((await findReadiness(kit, started)).ready ? 1 : 0)
    return { status: 200, contentType: registry.contentType, body: await registry.metrics() }
  }
  if (path === '/openapi.json') {
    const ownDocument = openApiDocument(definition.description, version, listOperations(parts.app))
    return json(200, { own: ownDocument, extra: await parts.openApi?.() })
  }
  const { ready, ...found } = await findReadiness(kit, started)
  return json(ready ? 200 : 503, { status: ready ? 'ready' : 'not ready', ...found })
}

async function findReadiness<DB extends PlatformTables>(
  { database: handle, bus }: Kit<DB>,
  started: boolean,
) {
  const [database, nats] = await Promise.all([
    handle === undefined || responds(handle),
    bus.responds(probePatienceMs),
  ])
  return { ready: started && database && nats, started, database, nats }
}

function responds<DB>({ db }: DatabaseHandle<DB>): Promise<boolean> {
  const probe = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  return Promise.race([probe, sleep(probePatienceMs, false, { ref: false })])
}
