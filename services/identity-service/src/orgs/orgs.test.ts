import { newId } from '@atrium/contracts'
import { afterAll, expect, test } from 'vitest'
import { startHarness } from '../../test/harness.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

test('creates no org for another user', async () => {
  const victim = await harness.signUp()
  const body = { name: 'Org', slug: `forged-${victim.userId}`, userId: victim.userId }
  expect((await harness.browser().post('/api/auth/organization/create', body)).status).toBe(401)
  const caller = await harness.signUp()
  expect((await caller.post('/api/auth/organization/create', body)).status).toBe(200)
  expect(await harness.principalOf(caller)).toMatchObject({ role: 'owner' })
  expect(await harness.principalOf(victim)).toMatchObject({ orgId: null })
})

test('gives no access to another org by its id', async () => {
  const victim = await harness.founder()
  const stranger = await harness.founder()
  const { orgId } = victim
  const attempts = [
    stranger.post('/api/auth/organization/set-active', { organizationId: orgId }),
    stranger.post('/api/auth/organization/update', {
      organizationId: orgId,
      data: { name: 'Mine' },
    }),
    stranger.post('/api/auth/organization/delete', { organizationId: orgId }),
    stranger.post('/api/auth/organization/invite-member', {
      organizationId: orgId,
      email: 'x@example.test',
      role: 'member',
    }),
    stranger.post('/api/auth/organization/remove-member', {
      organizationId: orgId,
      memberIdOrEmail: victim.email,
    }),
    stranger.get(`/api/auth/organization/list-members?organizationId=${orgId}`),
    stranger.get(`/api/auth/organization/get-full-organization?organizationId=${orgId}`),
    stranger.get(`/api/auth/organization/list-invitations?organizationId=${orgId}`),
    stranger.get(`/api/auth/organization/get-active-member-role?organizationId=${orgId}`),
  ]
  for (const answer of await Promise.all(attempts)) {
    expect(answer.status, answer.text).toBeGreaterThanOrEqual(400)
    expect(answer.status, answer.text).toBeLessThan(500)
    expect(answer.text).not.toContain(victim.email)
  }
  expect(await harness.principalOf(victim)).toMatchObject({ orgId, role: 'owner' })
  expect(await harness.principalOf(stranger)).toMatchObject({
    orgId: stranger.orgId,
    role: 'owner',
  })
})

test('rejects a foreign org by id or slug and keeps the active org', async () => {
  const { orgId } = await harness.founder()
  const { slug } = await harness.db
    .selectFrom('organization')
    .select('slug')
    .where('id', '=', orgId)
    .executeTakeFirstOrThrow()
  const stranger = await harness.founder()
  const path = '/api/auth/organization'
  for (const wanted of [`organizationId=${orgId}`, `organizationSlug=${slug}`]) {
    const [name = '', value = ''] = wanted.split('=')
    for (const answer of [
      await stranger.get(`${path}/get-organization?${wanted}`),
      await stranger.get(`${path}/get-full-organization?${wanted}`),
      await stranger.post(`${path}/set-active`, { [name]: value }),
    ]) {
      expect([answer.status, answer.at('code')], answer.text).toEqual([403, 'forbidden'])
    }
  }
  expect(await harness.principalOf(stranger)).toMatchObject({
    orgId: stranger.orgId,
    role: 'owner',
  })
})

test('responds with 403 if the caller lacks the right, even if better-auth responds with another status', async () => {
  const owner = await harness.founder()
  const [member, other] = [
    await harness.invite(owner, 'member'),
    await harness.invite(owner, 'member'),
  ]
  const stranger = await harness.founder()
  const path = '/api/auth/organization'
  const organizationId = owner.orgId
  for (const answer of [
    await member.post(`${path}/remove-member`, { memberIdOrEmail: other.email }),
    await stranger.post(`${path}/remove-member`, { organizationId, memberIdOrEmail: other.email }),
    await stranger.post(`${path}/update-member-role`, {
      organizationId,
      memberId: 'mem_1',
      role: 'admin',
    }),
    await stranger.post(`${path}/invite-member`, {
      organizationId,
      email: 'y@example.test',
      role: 'member',
    }),
    await stranger.post(`${path}/update`, { organizationId, data: { name: 'Mine' } }),
    await stranger.post(`${path}/delete`, { organizationId }),
  ]) {
    expect([answer.status, answer.at('code')], answer.text).toEqual([403, 'forbidden'])
  }
  const nobody = await harness.browser().post(`${path}/delete`, { organizationId })
  expect([nobody.status, nobody.at('code')]).toEqual([401, 'unauthenticated'])
  expect(await harness.principalOf(other)).toMatchObject({ orgId: organizationId, role: 'member' })
})

test('rejects an org name without visible characters', async () => {
  const ada = await harness.signUp()
  for (const name of ['\0', ' \0\t', '']) {
    const answer = await ada.post('/api/auth/organization/create', {
      name,
      slug: `named-${ada.userId}`,
    })
    expect([answer.status, answer.at('code')], JSON.stringify(name)).toEqual([
      400,
      'validation_failed',
    ])
  }
})

test('accepts a slug once, even with concurrent requests, and never one like an id', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => harness.signUp()))
  const slug = `contested-${Date.now()}`
  const answers = await Promise.all(
    people.map((person) => person.post('/api/auth/organization/create', { name: 'Mine', slug })),
  )
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400, 400, 400])
  const [someone] = people
  for (const wrong of [newId('org'), 'a/b', '', '..', 'x'.repeat(101)]) {
    const answer = await someone?.post('/api/auth/organization/create', {
      name: 'Mine',
      slug: wrong,
    })
    expect(answer?.status).toBe(400)
  }
})

test('limits an account to five organisations, even with concurrent requests', async () => {
  const ada = await harness.signUp()
  const create = (n: number) =>
    ada.post('/api/auth/organization/create', { name: 'Mine', slug: `mine-${n}-${ada.userId}` })
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => create(n)))
  const made = answers.filter(({ status }) => status === 200)
  expect(made).toHaveLength(5)
  for (const refused of answers.filter(({ status }) => status !== 200)) {
    expect([refused.status, refused.at('code')], refused.text).toEqual([403, 'organisation_limit'])
  }
  const left = await harness.rows(`select from member where "userId" = '${ada.userId}'`)
  expect(left.rows).toHaveLength(5)
  await ada.post('/api/auth/organization/delete', { organizationId: made[0]?.at('id') })
  expect((await create(8)).status).toBe(200)
  expect((await create(9)).at('code')).toBe('organisation_limit')
})

test('limits an account to ten new organisations a day, even if it deletes them', async () => {
  const ada = await harness.signUp()
  const create = (n: number) =>
    ada.post('/api/auth/organization/create', { name: 'Mine', slug: `again-${n}-${ada.userId}` })
  for (let n = 0; n < 10; n += 1) {
    const created = await create(n)
    expect(created.status, created.text).toBe(200)
    await ada.post('/api/auth/organization/delete', { organizationId: created.at('id') })
  }
  expect((await create(10)).at('code')).toBe('organisation_limit')
  await harness.rows(
    `update org_creations set created_at = now() - interval '1 day' where user_id = '${ada.userId}'`,
  )
  expect((await create(11)).status).toBe(200)
})

test('accepts only a web address as the picture of a user or organisation', async () => {
  const ada = await harness.founder()
  for (const address of ['javascript:alert(1)', 'data:text/html,x', '//evil.example/x.png']) {
    const attempts = [
      await ada.post('/api/auth/update-user', { image: address }),
      await ada.post('/api/auth/organization/update', {
        organizationId: ada.orgId,
        data: { logo: address },
      }),
      await ada.post('/api/auth/organization/create', {
        name: 'X',
        slug: `x-${ada.userId}`,
        logo: address,
      }),
      await harness.browser().post('/api/auth/sign-up/email', {
        name: 'Eve',
        email: `eve-${ada.userId}@example.test`,
        password: 'correct horse battery',
        image: address,
      }),
    ]
    for (const { status, text } of attempts) expect(status, `${address} ${text}`).toBe(400)
  }
  const image = 'https://pictures.example/ada.png'
  expect((await ada.post('/api/auth/update-user', { image })).status).toBe(200)
  expect((await ada.post('/api/auth/update-user', { image: null })).status).toBe(200)
})
