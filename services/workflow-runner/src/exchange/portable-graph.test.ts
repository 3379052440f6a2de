import { expectLinear } from '@atrium/testkit'
import { describe, expect, it } from 'vitest'
import { fromPortableGraph, toPortableGraph } from './portable-graph.ts'

const called = `wf_${'a'.repeat(32)}`
const names = { workflows: new Map([[called, 0]]), credentials: new Map(), skills: new Map() }
const known = new Set(['url', 'body', 'headers', 'query', 'key', 'fields', 'workflow', 'text'])

function writeGraph(params: Record<string, unknown>) {
  const node = { id: 'a', type: 'any', name: 'A', params, position: { x: 0, y: 0 } }
  return toPortableGraph({ nodes: [node], edges: [] }, names, () => ({ known, accounts: [] }))
}
const write = (params: Record<string, unknown>) => writeGraph(params).nodes[0]?.params

describe('an exported graph', () => {
  it.each([
    { headers: { 'X-Auth-Key': 'SECRET' } },
    { headers: { 'Ocp-Apim-Subscription-Key': 'SECRET', 'x-functions-key': 'SECRET' } },
    { query: { key: 'SECRET', auth: 'SECRET' } },
    { pass: 'SECRET' },
    { body: { login: [{ pwd: 'SECRET', clientCredential: 'SECRET', tokens: ['SECRET'] }] } },
    { fields: [{ name: 'apiKey', value: 'SECRET' }] },
    { body: '{"api_key":"SECRET","client_secret" : "SE\\"SECRET","x":{"pin":"SECRET"}}' },
    { body: '{"text":"{\\"password\\":\\"SECRET\\"}"}' },
    { body: 'api_key=SECRET&x=1' },
    { body: 'x=1&client_secret=SECRET' },
    { text: "const apiKey = 'SECRET'" },
    { url: 'https://example.com/?accessToken=SECRET&x=1' },
    { url: 'https://example.com/?code=SECRET#access_token=SECRET' },
    { url: 'https://example.com/?api%5Fkey=SECRET' },
    { url: `https://example.com/?key=${'k'.repeat(600)}SECRET` },
    { url: 'https://example.com/?sig={{ $json.a }}SECRET' },
    { url: `https://${'u'.repeat(400)}:SE@SECRET@example.com/` },
    { url: `https://example.com/api/public/hooks/hook_1/${'k'.repeat(400)}SECRET` },
    { url: 'https://hooks.slack.com/services/T0/B0/SECRET' },
    { url: 'https://discord.com/api/webhooks/1/SECRET' },
    { url: 'https://api.telegram.org:443/botSECRET/sendMessage' },
    { text: 'Post it to <https://acme.webhook.office.com/webhookb2/SECRET/x>' },
  ])('holds no secret when the parameters are %j', (params) => {
    expect(JSON.stringify(write(params))).not.toContain('SECRET')
  })

  it.each([
    { key: 'email' },
    { body: { keyword: 'a', monkey: 'b', postcode: 'c', passenger: 'd', author: 'e' } },
    { body: '{"keyword":"a","postcode":"8000"}' },
    { body: 'keyword=a&monkey=b' },
    { url: 'https://me{{ $json.id }}.example.com/hooks/list?postcode=8000&x=a@example.com' },
    { headers: { Authorization: 'Bearer {{ $json.token }}', 'X-Key': '{{ $json.key }}' } },
    { body: '{"api_key": "{{ $json["a"] }}", "x": {{ $json.x }} }' },
    { url: 'https://{{ $json.user }}:{{ $json.word }}@example.com/?token={{ $json.t }}' },
    { text: 'a\uE000{{ $json.x }}\uE000' },
  ])('stays as it is when the parameters are %j', (params) => {
    expect(write(params)).toEqual(params)
  })

  it('names a called workflow only where an import reads the name', () => {
    const graph = writeGraph({ workflow: called, text: called, body: { of: called } })
    expect(graph.nodes[0]?.params).toEqual({ workflow: 'workflows[0]', body: {} })
    expect(fromPortableGraph(graph, ['wf_new']).nodes[0]?.params).toEqual({
      workflow: 'wf_new',
      body: {},
    })
  })

  it.each([
    ['open members', '"a":"'],
    ['members in expressions', `{{'a':"}}`],
    ['names like expressions', `'{{':"}}`],
    ['escaped members', '\\"a\\":\\"'],
    ['blanks', '"a"          '],
    ['addresses', 'https://a@'],
    ['parameters', '?token='],
    ['braces', '{{'],
    ['spaces', ' '],
  ])('is written in linear time when a text holds many %s', async (name, part) => {
    await expectLinear(name, 20_000, (size) => {
      const text = `${part.repeat(size)}x`
      return () => void write({ text, token: text })
    })
  })
})
