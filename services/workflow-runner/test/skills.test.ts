// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the syntax under test looks like a template.
import {
  defaultOrgSettings,
  OrgSettingsOf,
  type Skill,
  type SkillUse,
  type SkillVersion,
} from '@atrium/contracts'
import { listOperations } from '@atrium/http'
import { rpcHandler } from '@atrium/messaging'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { edge, graph, node } from './graphs.ts'
import { type Caller, startHarness } from './harness.ts'
import { testNode } from './recorded-run.ts'
import { startStandIn } from './stand-in.ts'

const seen: unknown[] = []
const takes = testNode(
  'takes',
  async (items, params, context) => {
    const reference = params['skill']
    const skill =
      typeof reference === 'string' ? await context.skill(reference, 'writing') : undefined
    seen.push({ ...params, ...(skill === undefined ? {} : { body: skill.body }) })
    return { outputs: { main: items } }
  },
  {
    params: z.looseObject({
      skill: z.string().optional().meta({ format: 'skill', skillKind: 'writing' }),
    }),
  },
)

// Started while the file loads, because the test matrix derives from the mounted operations.
const harness = await startHarness([takes])
let stopIdentity: () => Promise<void>
beforeAll(async () => {
  const settings = { ...defaultOrgSettings, timezone: 'Europe/Berlin', locale: 'de' }
  const handlers = [rpcHandler(OrgSettingsOf, async () => ({ settings }))]
  stopIdentity = (await startStandIn(harness.env, 'identity', handlers)).stop
})
afterAll(async () => {
  await stopIdentity()
  await harness.stop()
})

const voice = { name: 'Our Völlig Neue voice!', kind: 'writing', body: 'Write briefly.' }
const make = async (caller: Caller, more: object = {}): Promise<Skill> => {
  const answer = await caller.call<Skill>('POST', '/api/skills', { ...voice, ...more })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}
const patch = (caller: Caller, { id }: Skill, body: object) =>
  caller.call<Skill>('PATCH', `/api/skills/${id}`, body)
const takesSkill = (params: object) =>
  graph(
    [node('start', 'trigger.manual'), node('take', 'takes', { ...params })],
    [edge('start', 'take')],
  )

describe('skill versions', () => {
  it('creates a skill with its first version and a slug of its name', async () => {
    const caller = harness.caller()
    const made = await make(caller)
    expect(made).toMatchObject({
      ...voice,
      slug: 'our-vollig-neue-voice',
      version: 1,
      description: '',
    })
    expect(made.id).toMatch(/^skill_[0-9a-f]{32}$/)
    expect((await make(caller)).slug).toBe('our-vollig-neue-voice-2')
    const list = await caller.call<{ total: number }>('GET', '/api/skills?kind=writing')
    expect(list.body.total).toBe(2)
    expect(
      (await caller.call<{ total: number }>('GET', '/api/skills?kind=persona')).body.total,
    ).toBe(0)
  })

  it('searches name, slug and description within the org, and treats no text as a pattern', async () => {
    const caller = harness.caller()
    await make(caller, { name: 'Short 100% posts', slug: 'posts' })
    await make(caller, { name: 'Mails', slug: 'letters', description: 'For Dunning' })
    await make(harness.caller(), { name: 'Mails of another organisation' })
    const found = async (q: string) => {
      const { body } = await caller.call<{ items: Skill[] }>(
        'GET',
        `/api/skills?q=${encodeURIComponent(q)}`,
      )
      return body.items.map(({ slug }) => slug)
    }
    expect([await found('MAILS'), await found('lett'), await found('dunn')]).toEqual(
      Array.from({ length: 3 }, () => ['letters']),
    )
    expect([await found('0% p'), await found('_'), await found('')]).toEqual([
      ['posts'],
      [],
      ['letters', 'posts'],
    ])
    await make(caller, { name: 'Søren', slug: 'danish', description: '今月の売上' })
    expect([await found('soren'), await found('売上'), await found('SØREN')]).toEqual(
      Array.from({ length: 3 }, () => ['danish']),
    )
  })

  it('creates the next version when the body changes, and keeps every version readable', async () => {
    const caller = harness.caller()
    const made = await make(caller)
    expect((await patch(caller, made, { name: 'Voice' })).body).toMatchObject({
      name: 'Voice',
      version: 1,
    })
    expect((await patch(caller, made, { body: voice.body })).body.version).toBe(1)
    expect((await patch(caller, made, { body: 'Write long.' })).body).toMatchObject({ version: 2 })
    const path = `/api/skills/${made.id}/versions`
    const { items } = (await caller.call<{ items: SkillVersion[] }>('GET', path)).body
    expect(items.map(({ version, body }) => [version, body])).toEqual([
      [2, 'Write long.'],
      [1, voice.body],
    ])
    const first = await caller.call<SkillVersion>('GET', `${path}/1`)
    expect(first.body).toMatchObject({ body: voice.body, authorId: caller.principal.userId })
    expect((await caller.call('GET', `${path}/3`)).status).toBe(404)
  })

  it('creates one version per change, even if changes are concurrent', async () => {
    const caller = harness.caller()
    const made = await make(caller)
    await Promise.all([1, 2, 3, 4].map((n) => patch(caller, made, { body: `Text ${n}` })))
    expect((await caller.call<Skill>('GET', `/api/skills/${made.id}`)).body.version).toBe(5)
  })

  it('changes nothing if the version cannot be recorded', async () => {
    const caller = harness.caller()
    const made = await make(caller)
    await sql
      .raw(`alter table skill_versions add constraint refused check (body <> 'refused') not valid`)
      .execute(harness.db)
    try {
      expect((await patch(caller, made, { body: 'refused' })).status).toBe(500)
    } finally {
      await sql.raw('alter table skill_versions drop constraint refused').execute(harness.db)
    }
    expect((await caller.call<Skill>('GET', `/api/skills/${made.id}`)).body).toEqual(made)
  })
})

describe('bad input', () => {
  it.each([
    [{ kind: 'poem' }, 'kind'],
    [{ body: '' }, 'body'],
    [{ body: 'x'.repeat(50_001) }, 'body'],
    [{ name: ' ' }, 'name'],
    [{ slug: 'Not a slug' }, 'slug'],
    [{ slug: `skill_${'0'.repeat(32)}` }, 'slug'],
    [{ version: 3 }, 'version'],
  ])('refuses %j', async (given, path) => {
    const caller = harness.caller()
    const answer = await caller.call<{ errors: { path: string }[] }>('POST', '/api/skills', {
      ...voice,
      ...given,
    })
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0]?.path).toBe(path)
    expect((await caller.call<{ total: number }>('GET', '/api/skills')).body.total).toBe(0)
  })

  it('refuses a slug that the org already uses, and a change of the kind', async () => {
    const [caller, other] = [harness.caller(), harness.caller()]
    const made = await make(caller, { slug: 'voice' })
    const again = await caller.call('POST', '/api/skills', { ...voice, slug: 'voice' })
    expect(again).toMatchObject({ status: 409, body: { code: 'slug_taken' } })
    expect(await patch(caller, await make(caller), { slug: 'voice' })).toMatchObject({
      status: 409,
    })
    expect((await make(other, { slug: 'voice' })).slug).toBe('voice')
    expect((await patch(caller, made, { kind: 'persona' })).status).toBe(400)
  })
})

describe('skills of another org', () => {
  const table = listOperations(harness.service.app).filter(
    ({ path }) => path.startsWith('/api/skills') && path.includes('{'),
  )
  it.each(table.map((operation) => [operation.id, operation] as const))(
    'responds with 404 to %s of another org and changes nothing',
    async (_, operation) => {
      const [caller, stranger] = [harness.caller(), harness.caller({ role: 'owner' })]
      const made = await make(caller)
      const path = operation.path.replace('{id}', made.id).replace('{n}', '1')
      const body = operation.id === 'updateSkill' ? { name: 'taken' } : undefined
      const answer = await stranger.call(operation.method.toUpperCase(), path, body)
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect((await caller.call('GET', `/api/skills/${made.id}`)).body).toEqual(made)
    },
  )
})

describe('a skill in use', () => {
  const remove = (caller: Caller, { id }: Skill) =>
    caller.call<{ code: string }>('DELETE', `/api/skills/${id}`)

  it('refuses to delete a skill if an active workflow names it by id, pin, slug or substitution', async () => {
    const caller = harness.caller()
    const made = await make(caller, { slug: 'voice' })
    for (const params of [
      { skill: made.id },
      { skill: `${made.id}@1` },
      { skill: 'voice' },
      { skill: 'voice@1' },
      { prompt: { text: ['${skill:voice}'] } },
      { prompt: `\${skill:${made.id}@1}` },
    ]) {
      const id = await caller.create(takesSkill(params), 'Uses it')
      await caller.call('PATCH', `/api/workflows/${id}`, { active: true })
      const refused = await remove(caller, made)
      expect(refused, JSON.stringify(params)).toMatchObject({
        status: 409,
        body: { code: 'skill_in_use' },
      })
      await caller.call('DELETE', `/api/workflows/${id}`)
    }
    expect((await remove(caller, made)).status).toBe(204)
    expect((await caller.call('GET', `/api/skills/${made.id}`)).status).toBe(404)
    const { rows } = await sql`select 1 from skill_versions where skill_id = ${made.id}`.execute(
      harness.db,
    )
    expect(rows).toEqual([])
  })

  it('deletes a skill if only inactive workflows, other texts or other orgs name it', async () => {
    const [caller, other] = [harness.caller(), harness.caller()]
    const made = await make(caller, { slug: 'voice' })
    await caller.create(takesSkill({ skill: made.id }))
    const active = await caller.create(takesSkill({ prompt: 'voice', tag: 'our-voice' }))
    await caller.call('PATCH', `/api/workflows/${active}`, { active: true })
    const elsewhere = await other.create(takesSkill({ skill: 'voice' }))
    await other.call('PATCH', `/api/workflows/${elsewhere}`, { active: true })
    expect((await remove(caller, made)).status).toBe(204)
  })
})

describe('skill uses', () => {
  const uses = async (caller: Caller, query = '') =>
    (
      await caller.call<{ items: SkillUse[]; truncated: boolean }>(
        'GET',
        `/api/skills/uses${query}`,
      )
    ).body

  it('lists each node that names the skill, with its pin, of active and inactive workflows', async () => {
    const caller = harness.caller()
    const voice = await make(caller, { slug: 'voice' })
    const other = await make(caller)
    const pinned = await caller.create(takesSkill({ skill: `${voice.id}@1` }), 'Pins')
    const newest = await caller.create(
      takesSkill({ skill: 'voice', prompt: { text: [`\${skill:${other.slug}@1}`] } }),
      'Takes the newest',
    )
    await caller.create(takesSkill({ prompt: 'voice', skill: 'gone' }), 'Other texts')
    await caller.call('PATCH', `/api/workflows/${pinned}`, { active: true })
    const both = {
      workflowId: newest,
      workflowName: 'Takes the newest',
      active: false,
      nodeId: 'take',
    }
    const pin = { workflowId: pinned, workflowName: 'Pins', active: true, nodeId: 'take' }
    expect(await uses(caller)).toEqual({
      items: [
        { skillId: voice.id, version: null, ...both },
        { skillId: other.id, version: 1, ...both },
        { skillId: voice.id, version: 1, ...pin },
      ],
      truncated: false,
    })
    expect((await uses(caller, `?skill=${other.id}`)).items).toEqual([
      { skillId: other.id, version: 1, ...both },
    ])
  })

  it('hides the uses from another org, even if that org has a skill with the same slug', async () => {
    const [caller, other] = [harness.caller(), harness.caller({ role: 'owner' })]
    const voice = await make(caller, { slug: 'voice' })
    await caller.create(takesSkill({ skill: 'voice' }))
    await make(other, { slug: 'voice' })
    expect(await uses(other)).toEqual({ items: [], truncated: false })
    expect(await uses(other, `?skill=${voice.id}`)).toEqual({ items: [], truncated: false })
    await other.create(takesSkill({ skill: voice.id }))
    expect((await uses(other)).items).toEqual([])
  })

  it('reads workflows beyond one batch and marks the list if it is cut', async () => {
    const caller = harness.caller()
    const voice = await make(caller, { slug: 'voice' })
    const many = Array.from({ length: 80 }, () => 'voice').map((name) => `\${skill:${name}}`)
    for (const n of Array.from({ length: 26 }, (_, at) => at)) {
      await caller.create(takesSkill({ prompt: many }), `Workflow ${n}`)
    }
    const { items, truncated } = await uses(caller)
    expect([items.length, truncated]).toEqual([2_000, true])
    await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        caller.create(takesSkill({ skill: 'no-such' }), `Other ${n}`),
      ),
    )
    expect((await uses(caller, `?skill=${voice.id}`)).items.length).toBe(2_000)
  })
})

describe('skills in a run', () => {
  const run = async (caller: Caller, params: object, input?: Record<string, unknown>) => {
    seen.length = 0
    return caller.runToEnd(await caller.create(takesSkill(params)), input)
  }

  it('resolves a reference to the newest text and a pin to its version', async () => {
    const caller = harness.caller()
    const made = await make(caller, { slug: 'voice' })
    await patch(caller, made, { body: 'Write long.' })
    for (const [skill, body] of [
      [made.id, 'Write long.'],
      [`${made.id}@1`, voice.body],
      ['voice', 'Write long.'],
      ['voice@1', voice.body],
    ]) {
      expect((await run(caller, { skill })).status).toBe('completed')
      expect(seen).toMatchObject([{ body }])
    }
  })

  it('fails the node with the reason if the skill has another kind, org or version', async () => {
    const [caller, other] = [harness.caller(), harness.caller()]
    const persona = await make(caller, { kind: 'persona', slug: 'editor' })
    const foreign = await make(other)
    expect((await run(caller, { skill: persona.id })).error).toContain(
      'skill_wrong_kind: the skill',
    )
    expect((await run(caller, { skill: foreign.id })).error).toContain(
      `no writing guide "${foreign.id}"`,
    )
    expect((await run(caller, { skill: 'editor@9' })).error).toContain(
      'no writing guide "editor@9"',
    )
    expect(seen).toEqual([])
  })

  it('inserts input, settings and skills into parameters as data', async () => {
    const caller = harness.caller()
    await make(caller, { slug: 'voice', body: 'Be {{ $json.name }}' })
    const params = {
      who: '${input:name}',
      zone: '${setting:timezone}',
      prompt: '${skill:voice}',
      mixed: 'Dear ${input:name}',
      all: ['${input:deep}'],
    }
    const input = { name: '{{ $json.secret }}', secret: 'hidden', deep: { n: 1 } }
    expect((await run(caller, params, input)).status).toBe('completed')
    expect(seen).toEqual([
      {
        who: '{{ $json.secret }}',
        zone: 'Europe/Berlin',
        prompt: 'Be {{ $json.name }}',
        mixed: 'Dear ${input:name}',
        all: [{ n: 1 }],
      },
    ])
  })

  it('formats by the language and time zone of the organisation when filters need them', async () => {
    const params = {
      sum: "{{ $json.cents\n| money: 'EUR' }}",
      at: "At {{ $json.at|date:'HH:mm' }}",
    }
    const input = { cents: 158_628, at: '2026-11-30T08:00:00Z' }
    expect((await run(harness.caller(), params, input)).status).toBe('completed')
    expect(seen).toEqual([{ sum: '1.586,28\u00a0€', at: 'At 09:00' }])
  })

  it('fails the node and names the field if a filter gets a wrong value', async () => {
    const sum = "{{ $json.cents | money: 'EUR' }}"
    const wrong = await run(harness.caller(), { sum }, { cents: 'many' })
    expect(wrong.error).toContain('needs a number, but "$json.cents" is the text "many"')
    expect((await run(harness.caller(), { sum }, {})).error).toContain(
      'Missing field "$json.cents"',
    )
    expect(seen).toEqual([])
  })

  it('fails the node and names the substitution if it has no value', async () => {
    const caller = harness.caller()
    for (const text of ['${input:gone}', '${setting:gone}', '${skill:gone}']) {
      expect((await run(caller, { who: text })).error).toContain(`Missing field "${text}"`)
    }
  })
})
