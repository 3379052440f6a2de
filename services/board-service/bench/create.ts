import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@atrium/dev-servers'
import { printTable, result, withServers } from './platform.ts'

const seconds = 8
const connections = 32
const root = fileURLToPath(new URL('../../..', import.meta.url))

const startProcess = (service: string, env: Record<string, string>): Promise<ChildProcess> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'services', service, 'src/main.ts')], {
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.once('message', () => resolve(child))
    child.once('exit', (code) => reject(new Error(`${service} ended with ${code}`)))
  })

// The inserts of one creation, with the same columns and sizes, as anybody would write them: a transaction.
const pgbenchScript = (orgId: string): string => `begin;
insert into board.tasks (id, org_id, owner_id, kind, title, body, status, tags, due_date, destination_scheme, destination_host, fields, version, search, status_changed_at, created_at, updated_at)
values ('task_' || replace(gen_random_uuid()::text, '-', ''), '${orgId}', 'usr_bench', 'task', 'Call the printer', 'About the flyers for the summer fair, two hundred of them', 'todo', '{print,urgent}', now(), null, null, '{"priority": 1}', 1, array_to_tsvector(array['=${orgId}', '#print', '#urgent']) || to_tsvector('simple', 'call the printer print urgent about the flyers for the summer fair, two hundred of them'), now(), now(), now()) returning *;
insert into board.outbox (id, kind, org_id, type, data) values ('evt_' || replace(gen_random_uuid()::text, '-', ''), 'event', '${orgId}', 'task.created', '{"kind": "task", "tags": ["print", "urgent"], "title": "Call the printer", "status": "todo", "taskId": "task_00000000000000000000000000000000", "ownerId": "usr_bench"}');
end;
`

const run = (command: string, args: readonly string[]): string => {
  const done = spawnSync(command, args, { encoding: 'utf8', timeout: 120_000 })
  if (done.error !== undefined)
    throw new Error(`${command} is needed for this measurement`, { cause: done.error })
  return `${done.stdout}${done.stderr}`
}
const figure = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? Number.NaN)

await withServers(async ({ databaseUrl, env: base }) => {
  const ports = await Promise.all([freePort(), freePort(), freePort(), freePort()])
  const [api, identity, assets, board] = ports.map(String)
  const origin = `http://127.0.0.1:${api}`
  const env = {
    ...base,
    API_PORT: api ?? '',
    PORT: api ?? '',
    API_URL: origin,
    AUTH_BASE_URL: origin,
    IDENTITY_PORT: identity ?? '',
    IDENTITY_SERVICE_URL: `http://127.0.0.1:${identity}`,
    ASSETS_PORT: assets ?? '',
    ASSETS_SERVICE_URL: `http://127.0.0.1:${assets}`,
    BOARD_PORT: board ?? '',
    BOARD_SERVICE_URL: `http://127.0.0.1:${board}`,
  }
  const folder = await mkdtemp(join(tmpdir(), 'atrium-create-'))
  const children: ChildProcess[] = []
  try {
    for (const service of ['identity-service', 'board-service', 'gateway']) {
      children.push(await startProcess(service, env))
    }
    const post = (path: string, body: object, headers: Record<string, string> = {}) =>
      fetch(`${origin}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin, ...headers },
        body: JSON.stringify(body),
      })
    const credentials = { name: 'Bench', email: 'bench@example.com', password: 'correct horse battery' }
    const signedUp = await post('/api/auth/sign-up/email', credentials)
    const cookie = signedUp.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const org = (await (
      await post('/api/auth/organization/create', { name: 'Bench', slug: 'bench' }, { cookie })
    ).json()) as { id: string }
    const probe = await post('/api/tasks', { title: 'probe' }, { cookie })
    if (probe.status !== 201)
      throw new Error(`Creating a card answers ${probe.status}: ${await probe.text()}`)

    const body = JSON.stringify({
      title: 'Call the printer',
      body: 'About the flyers for the summer fair, two hundred of them',
      tags: ['print', 'urgent'],
      dueDate: '2031-01-02T10:00:00.000Z',
      fields: { priority: 1 },
    })
    const lua = join(folder, 'create.lua')
    await writeFile(
      lua,
      `wrk.method = "POST"\nwrk.headers["content-type"] = "application/json"\nwrk.headers["cookie"] = ${JSON.stringify(cookie)}\nwrk.headers["origin"] = ${JSON.stringify(origin)}\nwrk.body = [==[${body}]==]\n`,
    )
    const load = (length: number, address: string) =>
      run('wrk', ['-t1', `-c${connections}`, `-d${length}s`, '--latency', '-s', lua, `${address}/api/tasks`])
    load(3, origin)
    const output = load(seconds, origin)
    const refused = figure(output, /Non-2xx or 3xx responses: (\d+)/)
    const rate = figure(output, /Requests\/sec:\s+([\d.]+)/)
    // Afterwards: the events that it leaves behind keep the relay busy.
    const sqlFile = join(folder, 'create.sql')
    await writeFile(sqlFile, pgbenchScript(org.id))
    const pgbench = ['-n', '-f', sqlFile, '-c', '10', '-j', '2', '-T', String(seconds), databaseUrl]
    const measured = run('pgbench', pgbench)
    const reference = figure(measured, /tps = ([\d.]+)/)
    if (Number.isNaN(reference)) throw new Error(`pgbench gave no figure: ${measured}`)
    result('card create through the gateway, refused', Number.isNaN(refused) ? 0 : refused, 'requests', '= 0')
    result('card create through the gateway', rate, 'a second', '>= 800')
    result('the same inserts with pgbench', reference, 'a second', '-')
    result('card create against pgbench', rate / reference, 'x', '>= 0.25')
  } finally {
    for (const child of children) {
      child.removeAllListeners('exit')
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    }
    await rm(folder, { recursive: true, force: true })
  }
})
printTable()
