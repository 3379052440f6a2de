import { afterEach, expect, it } from 'vitest'
import { atrium, email, envelope, openService, type Service } from '../../test/service.ts'

let service: Service
afterEach(() => service.close())

it('lists the dead letters of every service, oldest first and without payloads', async () => {
  service = await openService()
  await service.alsoService('workflow')
  const { id } = await service.addDeadLetter({ reason: 'Card not found' })
  await service.addDeadLetter()
  await service.db
    .withSchema('workflow')
    .insertInto('dead_letters')
    .values({
      consumer: 'jobs-run',
      subject: 'jobs.run',
      message_id: 'job_1',
      payload: email,
      reason: 'Its worker ended without an answer',
      deliveries: 1,
    })
    .execute()
  const { code, out, err } = await service.atrium('dead-letters list')
  expect({ code, err }).toEqual({ code: 0, err: ['3 dead letters'] })
  const subject = service.bus.subject('events.org_1.test.invited')
  expect(out.map((line) => line.split('\t'))).toEqual([
    [
      'board',
      id,
      expect.stringMatching(/^\d{4}-.*Z$/),
      'board-failing',
      subject,
      '5',
      'Card not found',
    ],
    ['board', '2', expect.any(String), 'board-failing', subject, '5', 'No'],
    expect.arrayContaining(['workflow', '1', 'jobs.run', 'Its worker ended without an answer']),
  ])
  expect(out.join()).not.toContain(email)
  for (const name of ['workflow', 'workflow-runner']) {
    const one = await service.atrium(`dead-letters list --service ${name}`)
    expect(one.out).toEqual(out.slice(2))
  }
})

it('lists each dead letter once across pages', async () => {
  service = await openService()
  for (let n = 0; n < 201; n += 1) await service.addDeadLetter()
  const { out } = await service.atrium('dead-letters list --service board-service')
  const ids = out.map((line) => line.split('\t')[1])
  expect(ids).toEqual(Array.from({ length: 201 }, (_, n) => String(n + 1)))
})

it('shortens a reason to one line without control characters', async () => {
  service = await openService()
  await service.addDeadLetter({ reason: `a\n\tb\u001b[2J\u202ec${'x'.repeat(1_000)}` })
  const { out } = await service.atrium('dead-letters list')
  expect(out).toHaveLength(1)
  const cells = out[0]?.split('\t') ?? []
  expect(cells).toHaveLength(7)
  expect(cells[6]).toMatch(/^a b \[2J cx+…$/)
  expect(cells[6]?.length).toBeLessThan(310)
})

it('prints the unchanged payload of one dead letter with --show', async () => {
  service = await openService()
  const payload = envelope({})
  const { id } = await service.addDeadLetter({ payload })
  expect(await service.atrium(`dead-letters list --service board --show ${id}`)).toEqual({
    code: 0,
    out: [payload],
    err: [],
  })
  expect(await service.atrium('dead-letters list --service board --show 99')).toEqual({
    code: 1,
    out: [],
    err: ['There is no dead letter 99 in board'],
  })
})

it.each<[string, string, RegExp]>([
  [
    'an unknown service',
    'list --service boards',
    /There is no service boards; this database has board$/,
  ],
  ['a payload without its service', 'list --show 1', /--service is missing/],
  ['an invalid id', 'list --service board --show one', /--show must be the number/],
  ['to redrive nothing', 'redrive --service board', /either --id or --all/],
  ['to redrive one and all', 'redrive --service board --id 1 --all', /either --id or --all/],
  ['to redrive an invalid id', 'redrive --service board --id 1.5', /--id must be the number/],
])('prints one line when it refuses %s', async (_, args, message) => {
  service = await openService()
  const { code, out, err } = await service.atrium(`dead-letters ${args}`)
  expect({ code, out, lines: err.length }).toEqual({ code: 2, out: [], lines: 1 })
  expect(err[0]).toMatch(message)
})

it('prints the usage if a redrive names no service', async () => {
  service = await openService()
  const { code, err } = await service.atrium('dead-letters redrive --all')
  expect(code).toBe(2)
  expect(err[0]).toBe("atrium: required option '--service <name>' not specified")
  expect(err[1]).toMatch(/^Usage: atrium dead-letters redrive --service <name>/)
})

it('names the missing variable or the unreachable server in one line, without its address', async () => {
  service = await openService()
  const { DATABASE_URL } = service.env
  const other = (change: (url: URL) => void) => {
    const url = new URL(DATABASE_URL)
    change(url)
    return { DATABASE_URL: url.toString() }
  }
  const list = (env: Record<string, string>) => atrium('dead-letters list', env)
  expect(await list({})).toEqual({ code: 2, out: [], err: ['atrium: DATABASE_URL is not set'] })
  expect(await list({ DATABASE_URL: 'mysql://u:secret@h/d' })).toEqual({
    code: 2,
    out: [],
    err: ['atrium: DATABASE_URL is not a postgres:// address'],
  })
  expect(await list(other((url) => (url.port = '1')))).toEqual({
    code: 1,
    out: [],
    err: ['atrium: PostgreSQL does not respond'],
  })
  expect(await list(other((url) => (url.pathname = '/nothing')))).toEqual({
    code: 1,
    out: [],
    err: ['atrium: PostgreSQL reports: database "nothing" does not exist'],
  })
  expect(await atrium('dead-letters redrive --service board --all', { DATABASE_URL })).toEqual({
    code: 2,
    out: [],
    err: ['atrium: NATS_URL is not set'],
  })
})
