import { assetUrl, buildAssetKey } from '@atrium/asset-key'
import { expect, test } from 'vitest'
import { renderPage } from './render-page.ts'

const apiUrl = 'https://api.atrium.example'
const key = buildAssetKey({ orgId: `org_${'1'.repeat(32)}`, visibility: 'pub', extension: 'png' })
const url = assetUrl(apiUrl, key)
const frozen = (markup: string, hero = ''): string =>
  renderPage(apiUrl, 'A page', { variables: [], markup }, { hero })

test.each([
  ['a key', key, url],
  ['a path', `/api/assets/${key}`, url],
  ['a path without its slash', `api/assets/${key}`, url],
  ['a path with a query', `/api/assets/${key}?w=1#top`, `${url}?w=1#top`],
  ['a full URL', `${url}?w=1`, `${url}?w=1`],
  ['another host', 'https://example.org/a.png', 'https://example.org/a.png'],
])('turns the value %s into the full URL', (_, value, expected) => {
  // The only one of these characters that a page escapes.
  const escaped = expected.replace('=', '&#61;')
  expect(frozen('<img src="{{ hero }}">', value)).toContain(`<img src="${escaped}">`)
})

test.each([
  ['an attribute', `<img src="/api/assets/${key}">`, `<img src="${url}">`],
  ['an attribute with a query', `<img src="/api/assets/${key}?w=1">`, `<img src="${url}?w=1">`],
  ['a style', `<p style="background: url(/api/assets/${key})">`, `url(${url})`],
  ['a set of sources', `<img srcset="/a.png 1x, /api/assets/${key} 2x">`, `/a.png 1x, ${url} 2x`],
])('turns an address without an origin into the full URL in %s', (_, markup, expected) => {
  expect(frozen(markup)).toContain(expected)
})

test('makes one address when a key follows an address in the markup', () => {
  expect(frozen('<img src="/api/assets/{{ hero }}">', key)).toContain(`<img src="${url}">`)
  expect(frozen(`<img src="${apiUrl}/api/assets/{{ hero }}">`, key)).toContain(`<img src="${url}">`)
})
