import { BoardLiveAssets, FindOrg, PublicCatalogue } from '@atrium/contracts'
import { callRpc, rpcHandler } from '@atrium/messaging'
import { afterAll, describe, expect, test } from 'vitest'
import { type Caller, newAsset, newOrgId, startHarness } from '../../test/harness.ts'

const harness = await startHarness({ API_URL: 'https://api.atrium.example' })
afterAll(() => harness.stop())

async function publishable(
  caller: Caller,
  values: object,
  markup = '<h1>{{ title }}</h1><img src="{{ cover }}">',
) {
  const template = await caller.call('POST', '/api/templates', {
    name: 'Page',
    markup,
    variables: [
      { name: 'title', required: true },
      { name: 'cover', type: 'image' },
    ],
  })
  expect(template.status, template.text).toBe(201)
  const instance = await caller.call('POST', '/api/template-instances', {
    templateId: template.body.id,
    values,
  })
  expect(instance.status, instance.text).toBe(201)
  const site = await caller.call('POST', '/api/sites', {
    name: 'Été à Porto!',
    instanceId: instance.body.id,
  })
  expect(site.status, site.text).toBe(201)
  return { template: template.body, instance: instance.body, site: site.body }
}

describe('sites', () => {
  test('publishes a page with resolved URLs, hides later edits, and keeps the page when it is unpublished', async () => {
    const caller = await harness.caller()
    const { key } = newAsset(caller.orgId)
    const { instance, site } = await publishable(caller, {
      title: '<b>Hi & bye</b>',
      cover: `/api/assets/${key}`,
    })
    expect(site).toMatchObject({
      slug: expect.stringMatching(/^ete-a-porto/),
      status: 'draft',
      publishedAt: null,
    })
    const publicPath = `/api/public/sites/${site.slug}`
    expect((await harness.anonymous('GET', publicPath)).status).toBe(404)
    const published = await caller.call('POST', `/api/sites/${site.id}/publish`)
    expect(published.body).toMatchObject({
      status: 'published',
      url: `https://api.atrium.example${publicPath}`,
      publishedAt: expect.any(String),
    })
    const page = await harness.anonymous('GET', publicPath)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'none'")
    expect(policy.split('; ')).toContain('form-action https://api.atrium.example/api/public/quotes')
    expect(policy).toMatch(/sandbox [^;]*allow-forms/)
    expect(policy).not.toContain('allow-scripts')
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.text).toContain('&lt;b&gt;Hi &amp; bye&lt;/b&gt;')
    expect(page.text).toContain(`src="https://api.atrium.example/api/assets/${key}"`)
    const tag = page.headers.get('etag') ?? ''
    for (const known of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const answer = await harness.anonymous('GET', publicPath, undefined, {
        'if-none-match': known,
      })
      expect([answer.status, answer.headers.get('etag'), answer.text], known).toEqual([
        304,
        tag,
        '',
      ])
    }

    await caller.call('PATCH', `/api/template-instances/${instance.id}`, {
      values: { title: 'Changed' },
    })
    expect((await harness.anonymous('GET', publicPath)).text).toBe(page.text)
    expect((await caller.call('DELETE', `/api/template-instances/${instance.id}`)).status).toBe(204)
    expect((await harness.anonymous('GET', publicPath)).text).toBe(page.text)
    expect((await caller.call('POST', `/api/sites/${site.id}/publish`)).body.code).toBe(
      'nothing_to_publish',
    )

    expect((await caller.call('POST', `/api/sites/${site.id}/unpublish`)).body.status).toBe(
      'unpublished',
    )
    expect((await harness.anonymous('GET', publicPath)).status).toBe(404)
    const snapshot = await harness.handle.db
      .selectFrom('site_snapshots')
      .select('asset_keys')
      .where('site_id', '=', site.id)
      .executeTakeFirst()
    expect(snapshot?.asset_keys).toEqual([key])
    expect((await caller.call('POST', `/api/sites/${site.id}/unpublish`)).body.code).toBe(
      'not_published',
    )
  })

  test('serves a page below the organisation with its imprint, and under no other organisation', async () => {
    const [caller, other] = [await harness.caller(), await harness.caller()]
    const slugs = new Map([
      ['harbour', caller.orgId],
      ['quay', other.orgId],
    ])
    harness.settings.set(caller.orgId, {
      locale: 'de-DE',
      imprint: 'Hafen <b>GmbH</b>',
      privacyUrl: 'https://harbour.example/privacy',
    })
    const stop = await harness.answer([
      rpcHandler(FindOrg, async ({ slugOrId }) => {
        const known = [...slugs].find((entry) => entry.includes(slugOrId))
        if (known === undefined) return { org: null }
        const [slug, orgId] = known
        return { org: { orgId, slug, name: slug, ownerId: 'usr_owner' } }
      }),
    ])
    try {
      const { site } = await publishable(
        caller,
        { title: 'Sails' },
        '<body><h1>{{ title }}</h1></body>',
      )
      const published = await caller.call('POST', `/api/sites/${site.id}/publish`)
      const path = `/p/harbour/pages/${site.slug}`
      expect(published.body.url).toBe(`https://api.atrium.example${path}`)
      const page = await harness.anonymous('GET', path)
      expect([page.status, page.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=0, s-maxage=10',
      ])
      expect(page.text).toMatch(/Impressum.*Hafen &lt;b&gt;GmbH.*Datenschutz.*<\/body>/s)
      expect(page.headers.get('content-security-policy')).toContain("script-src 'none'")
      const readForms = async (headers?: Record<string, string>) => {
        const answer = await harness.anonymous('GET', path, undefined, headers)
        const policy = answer.headers.get('content-security-policy')?.split('; ')
        return policy
          ?.find((rule) => rule.startsWith('form-action '))
          ?.split(' ')
          .slice(1)
      }
      const platform = 'https://api.atrium.example/api/public/quotes'
      expect(await readForms()).toEqual([platform])
      expect(await readForms({ 'x-atrium-public-origin': 'https://sails.example' })).toEqual([
        'https://sails.example/api/public/quotes',
        platform,
      ])
      const others = [`/p/quay/pages/${site.slug}`, '/p/harbour/pages/none', '/p/none/pages/none']
      for (const address of others) {
        const answer = await harness.anonymous('GET', address)
        expect([answer.status, answer.text]).toEqual([
          404,
          expect.stringContaining('Page not found'),
        ])
      }
      await caller.call('POST', `/api/sites/${site.id}/unpublish`)
      expect((await harness.anonymous('GET', path)).status).toBe(404)
    } finally {
      await stop()
    }
  })

  test('publishes nothing if the imprint cannot be read, and serves 503 while the owner is not known', async () => {
    const caller = await harness.caller()
    const { site } = await publishable(caller, { title: 'x' })
    const path = `/api/sites/${site.id}`
    await harness.identity.stop()
    try {
      expect((await caller.call('POST', `${path}/publish`)).status).toBe(503)
      expect((await caller.call('GET', path)).body.status).toBe('draft')
    } finally {
      await harness.identity.start()
    }
    expect((await caller.call('POST', `${path}/publish`)).status).toBe(200)
    const page = await harness.anonymous('GET', `/p/harbour/pages/${site.slug}`)
    expect([page.status, page.headers.get('retry-after'), page.text]).toEqual([
      503,
      '60',
      expect.stringContaining('not available right now'),
    ])
  })

  test('fills in products and events when a site is published, and publishes nothing if they cannot be read', async () => {
    const caller = await harness.caller()
    const markup =
      '{{#each products}}<a href="{{ url }}">{{ name }}</a>{{/each}}|{{#if events}}E{{/if}}'
    const values = { title: 'x', products: [{ name: 'Undeclared' }] }
    const { site } = await publishable(caller, values, markup)
    const path = `/api/sites/${site.id}/publish`
    expect((await caller.call('POST', path)).status).toBe(503)
    expect((await caller.call('GET', `/api/sites/${site.id}`)).body.status).toBe('draft')
    const asked: string[] = []
    const stop = await harness.answer([
      rpcHandler(PublicCatalogue, async ({ orgId }) => {
        asked.push(orgId)
        const product = { name: '<b>Sail</b>', description: '', price: '€12.50' }
        return {
          products: [{ ...product, url: 'https://x.example/p/a/products/sail' }],
          events: [],
        }
      }),
    ])
    try {
      expect((await caller.call('POST', path)).status).toBe(200)
    } finally {
      await stop()
    }
    const page = await harness.anonymous('GET', `/api/public/sites/${site.slug}`)
    expect(page.text).toContain(
      '<a href="https://x.example/p/a/products/sail">&lt;b&gt;Sail&lt;/b&gt;</a>|',
    )
    expect(asked).toEqual([caller.orgId])
  })

  test('serves the new page when a site is published again, and keeps files of earlier pages until the site is deleted', async () => {
    const caller = await harness.caller()
    const [first, second] = [newAsset(caller.orgId), newAsset(caller.orgId)]
    const { instance, site } = await publishable(caller, { title: 'Two', cover: first.url })
    const { id, slug } = site
    const tags: (string | null)[] = []
    for (const { url, key } of [first, second]) {
      await caller.call('PATCH', `/api/template-instances/${instance.id}`, {
        values: { title: 'Two', cover: url },
      })
      expect((await caller.call('POST', `/api/sites/${id}/publish`)).status).toBe(200)
      const page = await harness.anonymous('GET', `/api/public/sites/${slug}`)
      expect(page.text).toContain(key)
      tags.push(page.headers.get('etag'))
    }
    expect(new Set(tags).size).toBe(2)
    const keys = [first.key, second.key]
    const ask = (releaseId: string) =>
      callRpc(harness.bus, BoardLiveAssets, { orgId: caller.orgId, keys, releaseId })
    expect((await ask('round-1')).live.toSorted()).toEqual(keys.toSorted())
    await caller.call('DELETE', `/api/template-instances/${instance.id}`)
    expect((await caller.call('DELETE', `/api/sites/${id}`)).status).toBe(204)
    const waiting = await harness.handle.db
      .selectFrom('release_candidates')
      .select('asset_key')
      .where('org_id', '=', caller.orgId)
      .execute()
    expect(waiting.map((row) => row.asset_key).toSorted()).toEqual(keys.toSorted())
    expect((await ask('round-2')).live).toEqual([])
  })

  test('rejects a file of another org in every publishing root with 422 foreign_asset, but accepts it in a card', async () => {
    const caller = await harness.caller()
    const foreign = newAsset(newOrgId()).url
    const { template, instance } = await publishable(caller, { title: 'x' })
    for (const [method, path, body] of [
      ['POST', '/api/templates', { name: 'x', markup: `<img src="${foreign}">` }],
      [
        'POST',
        '/api/templates',
        { name: 'x', markup: '', variables: [{ name: 'a', default: foreign }] },
      ],
      ['PATCH', `/api/templates/${template.id}`, { markup: encodeURIComponent(foreign) }],
      ['PATCH', `/api/templates/${template.id}`, { markup: foreign.replace('.png', '.p\u0000ng') }],
      ['POST', '/api/template-instances', { templateId: template.id, values: { cover: foreign } }],
      ['PATCH', `/api/template-instances/${instance.id}`, { values: { deep: [{ x: foreign }] } }],
      ['POST', '/api/sites', { name: foreign, instanceId: instance.id }],
      [
        'POST',
        '/api/templates',
        { name: 'x', markup: `<img src="/api/assets/${newOrgId()}/pub/{{ file }}">` },
      ],
      [
        'PATCH',
        `/api/template-instances/${instance.id}`,
        { values: { cover: foreign.replace('.png', '') } },
      ],
      [
        'PATCH',
        `/api/template-instances/${instance.id}`,
        { values: { a: '/api/assets/other/pub/x.png' } },
      ],
    ] as const) {
      const answer = await caller.call(method, path, body)
      expect([answer.status, answer.body.code], `${method} ${path}`).toEqual([422, 'foreign_asset'])
    }
    expect((await caller.call('POST', '/api/tasks', { title: 'x', body: foreign })).status).toBe(
      201,
    )
  })

  test('adds a suffix to a generated slug if it is taken, and rejects a chosen one with 409', async () => {
    const [one, two] = [await harness.caller(), await harness.caller()]
    const first = await publishable(one, { title: 'x' })
    const second = await publishable(two, { title: 'x' })
    expect(second.site.slug).not.toBe(first.site.slug)
    const body = { name: 'x', slug: first.site.slug, instanceId: second.instance.id }
    expect((await two.call('POST', '/api/sites', body)).body.code).toBe('slug_taken')
    const patched = await two.call('PATCH', `/api/sites/${second.site.id}`, {
      slug: first.site.slug,
    })
    expect([patched.status, patched.body.code]).toEqual([409, 'slug_taken'])
  })

  test('rejects missing values, wrong types and invalid markup with 422 and names the field', async () => {
    const caller = await harness.caller()
    expect((await caller.call('POST', '/api/templates', { name: 'x' })).body.markup).toBe('')
    const { site, template } = await publishable(caller, {})
    const refused = await caller.call('POST', `/api/sites/${site.id}/publish`)
    expect([refused.status, refused.body.errors[0].path]).toEqual([422, 'values.title'])
    const typed = await caller.call('POST', '/api/template-instances', {
      templateId: template.id,
      values: { title: 7 },
    })
    expect([typed.status, typed.body.code]).toEqual([422, 'values_invalid'])
    const markup = await caller.call('POST', '/api/templates', {
      name: 'x',
      markup: 'a\n{{#if x}}',
    })
    expect([markup.status, markup.body.code]).toEqual([422, 'markup_invalid'])
    expect(markup.body.errors[0].message).toContain('Line 2')
    expect((await caller.call('DELETE', `/api/templates/${template.id}`)).body.code).toBe(
      'template_in_use',
    )
  })

  test('queues files for release when an image is replaced or an instance, site or template is deleted', async () => {
    const caller = await harness.caller()
    const [a, b] = [newAsset(caller.orgId), newAsset(caller.orgId)]
    const { instance, site } = await publishable(caller, { title: 'x', cover: a.url })
    const queued = async () =>
      (
        await harness.handle.db
          .selectFrom('release_candidates')
          .select('asset_key')
          .where('org_id', '=', caller.orgId)
          .execute()
      ).map((row) => row.asset_key)
    await caller.call('POST', `/api/sites/${site.id}/publish`)
    await caller.call('PATCH', `/api/template-instances/${instance.id}`, {
      values: { cover: b.url },
    })
    expect(await queued()).toEqual([a.key])
    await caller.call('DELETE', `/api/template-instances/${instance.id}`)
    expect((await queued()).sort()).toEqual([a.key, b.key].sort())
    await harness.handle.db.deleteFrom('release_candidates').execute()
    await caller.call('DELETE', `/api/sites/${site.id}`)
    expect(await queued()).toEqual([a.key])
  })
})
