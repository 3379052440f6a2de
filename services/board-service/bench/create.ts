import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  load,
  type Program,
  pgbench,
  readCookie,
  report,
  startProgram,
  withServers,
} from '@atrium/bench-kit'
import { freePort } from '@atrium/dev-servers'

const seconds = 8
const root = fileURLToPath(new URL('../../..', import.meta.url))

// Returns the inserts of one card creation as one transaction, with equal columns and sizes.
const pgbenchScript = (orgId: string): string => `begin;
insert into board.tasks (id, org_id, owner_id, kind, title, body, status, tags, due_date, destination_scheme, destination_host, fields, version, search, status_changed_at, created_at, updated_at)
values ('task_' || replace(gen_random_uuid()::text, '-', ''), '${orgId}', 'usr_bench', 'task', 'Call the printer', 'About the flyers for the summer fair, two hundred of them', 'todo', '{print,urgent}', now(), null, null, '{"priority": 1}', 1, array_to_tsvector(array['=${orgId}', '#print', '#urgent']) || to_tsvector('simple', 'call the printer print urgent about the flyers for the summer fair, two hundred of them'), now(), now(), now()) returning *;
insert into board.outbox (id, kind, org_id, type, data) values ('evt_' || replace(gen_random_uuid()::text, '-', ''), 'event', '${orgId}', 'task.created', '{"kind": "task", "tags": ["print", "urgent"], "title": "Call the printer", "status": "todo", "taskId": "task_00000000000000000000000000000000", "ownerId": "usr_bench"}');
end;
`

const body = JSON.stringify({
  title: 'Call the printer',
  body: 'About the flyers for the summer fair, two hundred of them',
  tags: ['print', 'urgent'],
  dueDate: '2031-01-02T10:00:00.000Z',
  fields: { priority: 1 },
})
const luaScript = (origin: string, cookie: string): string => `wrk.method = "POST"
wrk.headers["content-type"] = "application/json"
wrk.headers["cookie"] = ${JSON.stringify(cookie)}
wrk.headers["origin"] = ${JSON.stringify(origin)}
wrk.body = [==[${body}]==]
`

/** Signs up a user with an organisation. Returns the cookie and the organisation's id. */
async function signUp(origin: string): Promise<{ cookie: string; orgId: string }> {
  const post = (path: string, sent: object, headers: Record<string, string> = {}) =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, ...headers },
      body: JSON.stringify(sent),
    })
  const credentials = {
    name: 'Bench',
    email: 'bench@example.com',
    password: 'correct horse battery',
  }
  const cookie = readCookie(await post('/api/auth/sign-up/email', credentials))
  const created = await post(
    '/api/auth/organization/create',
    { name: 'Bench', slug: 'bench' },
    { cookie },
  )
  const org = (await created.json()) as { id: string }
  const probe = await post('/api/tasks', { title: 'probe' }, { cookie })
  if (probe.status !== 201)
    throw new Error(`Creating a card answers ${probe.status}: ${await probe.text()}`)
  return { cookie, orgId: org.id }
}

await withServers(async ({ databaseUrl, directory, env: servers }) => {
  const [api, identity, assets, board] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const origin = `http://127.0.0.1:${api}`
  const env = {
    ...servers,
    NODE_ENV: 'development',
    LOG_LEVEL: 'info',
    RATE_LIMITS: 'off',
    ASSETS_UPLOAD_DIR: join(directory, 'assets'),
    MAIL_OUTBOX_DIR: join(directory, 'mails'),
    API_PORT: String(api),
    PORT: String(api),
    API_URL: origin,
    AUTH_BASE_URL: origin,
    IDENTITY_PORT: String(identity),
    IDENTITY_SERVICE_URL: `http://127.0.0.1:${identity}`,
    // The gateway requires the address, but the benchmark requests no assets.
    ASSETS_SERVICE_URL: `http://127.0.0.1:${assets}`,
    BOARD_PORT: String(board),
    BOARD_SERVICE_URL: `http://127.0.0.1:${board}`,
  }
  const programs: Program[] = []
  const start = async (service: string, port: number): Promise<void> => {
    const main = join(root, 'services', service, 'src/main.ts')
    programs.push(await startProgram(process.execPath, [main], { port, env }))
  }
  try {
    await start('identity-service', identity)
    await start('board-service', board)
    await start('gateway', api)
    const { cookie, orgId } = await signUp(origin)
    const script = join(directory, 'create.lua')
    await writeFile(script, luaScript(origin, cookie))
    const ours = await load(`${origin}/api/tasks`, {
      seconds,
      warmUpSeconds: 3,
      script,
      mayRefuse: true,
    })
    // Runs last, because the relay stays busy with the events of these rows afterwards.
    const theirs = await pgbench(databaseUrl, {
      script: pgbenchScript(orgId),
      connections: 10,
      seconds,
    })
    const rate = ours.perSecond
    const refused = 'card create through the gateway, refused'
    report({ name: refused, value: ours.refused, unit: 'requests', target: '= 0' })
    report({
      name: 'card create through the gateway',
      value: rate,
      unit: 'a second',
      target: '>= 600',
    })
    report({ name: 'the same inserts with pgbench', value: theirs, unit: 'a second', target: '-' })
    report({
      name: 'card create against pgbench',
      value: rate / theirs,
      unit: '×',
      target: '>= 0.2',
    })
  } finally {
    for (const program of programs.reverse()) await program.stop()
  }
})
