import { afterAll, expect, it } from 'vitest'
import { startSandbox } from '../../start-sandbox.ts'

const sandbox = await startSandbox()
afterAll(() => sandbox.stop())

const get = async (path: string) => {
  const answer = await fetch(sandbox.url + path)
  return { status: answer.status, text: await answer.text() }
}

it('finds the pages with every word as links with the class result__a', async () => {
  const { text } = await get(
    `/web/search?q=${encodeURIComponent('site:linkedin.com/in "Millside Baker" "Harbour Bakery"')}`,
  )
  expect([...text.matchAll(/class="result__a" href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
    '/in/millside-baker',
  ])
  expect((await get('/web/search?q=nothing-of-that-kind')).text).not.toContain('result__a')
  expect((await get('/web/search')).status).toBe(400)
})

it('lets a user edit, add and delete pages in the browser', async () => {
  const post = (fields: Record<string, string>) =>
    fetch(`${sandbox.url}/web/edit`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
  expect(
    (await post({ slug: 'news', title: 'News <b>', text: 'One\n\nTwo', do: 'save' })).status,
  ).toBe(303)
  const { text } = await get('/web/pages/news')
  expect(text).toContain('<title>News &lt;b&gt;</title>')
  expect(text).toContain('<p>Two</p>')
  expect((await get('/in/news')).status).toBe(404)
  await post({ slug: 'news', do: 'delete' })
  expect((await get('/web/pages/news')).status).toBe(404)
  expect((await post({ slug: '../x', do: 'save' })).status).toBe(400)
})

it('lists the articles in a feed, the newest first', async () => {
  const news = sandbox.web.put({ slug: 'fresh', title: 'Fish & chips', description: 'New <today>' })
  const { text } = await get('/web/feed.xml')
  expect([...text.matchAll(/<guid isPermaLink="false">([^<]+)</g)].map(([, id]) => id)).toEqual([
    'fresh',
    'tide-tables',
    'harbour-bakery',
  ])
  expect(text).toContain('<title>Fish &amp; chips</title>')
  expect(text).toContain(`<link>${sandbox.url}/web/pages/fresh</link>`)
  expect(text).toContain('<description>New &lt;today&gt;</description>')
  sandbox.web.pages.delete(news.slug)
})

it('applies a fault switch to the search', async () => {
  sandbox.web.faults.add({ kind: 'status', status: 429, match: 'GET /search' })
  expect((await get('/web/search?q=ana')).status).toBe(429)
  expect((await get('/web/search?q=ana')).status).toBe(200)
})
