import { expect, test } from 'vitest'
import { isAllowedRedirect, isRegisteredRedirect, unusableEntries } from './redirect-rule.ts'

const redirectHosts = [
  'assistant.example',
  '.tools.example',
  'narrow.example/Callback',
  '.com',
  '.',
  'local',
]
const allowed = (uri: string, production = true) =>
  isAllowedRedirect(uri, { redirectHosts, production })

test.each([
  'https://assistant.example/callback',
  'https://assistant.example',
  'https://assistant.example/callback?client=1',
  'https://one.tools.example/callback',
  'https://a.b.tools.example/',
  'https://narrow.example/Callback',
  'https://narrow.example/Callback/one?client=1',
])('accepts %s, which is at an allowed host', (uri) => expect(allowed(uri)).toBe(true))

test.each([
  'http://assistant.example/callback',
  'https://assistant.example.evil.example/callback',
  'https://evil-assistant.example/callback',
  'https://xassistant.example/',
  'https://assistant.example./callback',
  'https://assistant.example@evil.example/',
  'https://user:secret@assistant.example/',
  'https://evil.example/https://assistant.example/',
  'https://evil.example?assistant.example',
  'https://evil.example#assistant.example',
  'https://assistant.example/callback#',
  'https://assistant.example/#fragment',
  'https://assistant.example\\@evil.example/',
  'https:assistant.example/callback',
  'HTTPS://assistant.example/callback',
  'https://ASSISTANT.example/callback',
  'https://assistant.example/../callback',
  'https://assistant.example\t/callback',
  ' https://assistant.example/callback',
  'https://аssistant.example/callback',
  'https://assistant.example:8443/callback',
  'https://one.tools.example:444/',
  'https://narrow.example/',
  'https://narrow.example/callback',
  'https://narrow.example/Callbacks',
  'https://narrow.example/redirect?to=/Callback',
  'https://narrow.example/Callback/%2e%2e/redirect',
  'https://narrow.example/Callback%2f..%2fredirect',
  'https://narrow.example/Callback/..%5credirect',
  'https://evil.com/callback',
  'https://evil.example.com/',
  'https://local/callback',
  'https://tools.example/callback',
  'https://eviltools.example/callback',
  'https://.tools.example/callback',
  'custom://assistant.example/callback',
  'javascript://assistant.example/%0aalert(1)',
  'data:text/html,assistant.example',
  '//assistant.example/callback',
  '',
  `https://assistant.example/${'x'.repeat(3_000)}`,
])('rejects %j, which only looks allowed', (uri) => {
  expect(allowed(uri)).toBe(false)
  expect(allowed(uri, false)).toBe(false)
})

test.each(['http://localhost:33418/callback', 'http://127.0.0.1:1/', 'http://[::1]:8080/callback'])(
  'accepts the loopback address %s only outside production',
  (uri) => {
    expect(allowed(uri, false)).toBe(true)
    expect(allowed(uri)).toBe(false)
  },
)

test.each([
  'http://127.0.0.2:1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0.0.0.0/',
  'http://localhost.evil.example/',
  'http://localhost./',
  'https://localhost/',
  'http://10.0.0.1/',
])('rejects %s, which is no loopback address', (uri) => expect(allowed(uri, false)).toBe(false))

test('reports list entries that allow nothing', () => {
  const usable = [
    'assistant.example',
    '.Tools.example',
    'narrow.example/Callback',
    'Cursor:',
    'localhost',
  ]
  const unusable = [
    'local',
    '.',
    '.com',
    'assistant.example:8443',
    'https://assistant.example',
    '*.example.com',
    '*',
    'https:',
    'javascript:',
    '*:',
  ]
  expect(unusableEntries([...usable, ...unusable])).toEqual(unusable)
})

test.each([
  'cursor://anysphere.cursor-mcp/oauth/callback',
  'cursor:/callback',
  'com.example.app:/callback',
])('allows %s only if its scheme is listed', (uri) => {
  const listed = { redirectHosts: ['cursor:', 'com.example.app:'], production: true }
  expect(isAllowedRedirect(uri, listed)).toBe(true)
  expect(allowed(uri)).toBe(false)
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'vbscript:x',
  'blob:https://a.example/1',
])('rejects %s even if its scheme is listed', (uri) => {
  const scheme = uri.slice(0, uri.indexOf(':') + 1)
  expect(isAllowedRedirect(uri, { redirectHosts: [scheme, '*'], production: false })).toBe(false)
})

test('allows loopback in production if the operator lists localhost', () => {
  const listed = { redirectHosts: ['localhost'], production: true }
  expect(isAllowedRedirect('http://127.0.0.1:33418/callback', listed)).toBe(true)
  expect(isAllowedRedirect('https://localhost/callback', listed)).toBe(false)
})

test.each([
  ['http://127.0.0.1:33418/callback', 'http://127.0.0.1:51234/callback', true],
  ['http://localhost/callback', 'http://localhost:51234/callback', true],
  ['http://127.0.0.1:33418/callback', 'http://localhost:33418/callback', false],
  ['http://127.0.0.1:33418/callback', 'http://127.0.0.1:33418/other', false],
  ['http://127.0.0.1:33418/callback', 'http://127.0.0.1:33418/callback?x=1', false],
  ['https://assistant.example/callback', 'https://assistant.example:8443/callback', false],
  ['cursor://anysphere.cursor-mcp/callback', 'cursor://anysphere.cursor-mcp/callback', true],
  ['cursor://anysphere.cursor-mcp/callback', 'cursor://anysphere.cursor-mcp:1/callback', false],
])('compares the registered %s with %s', (registered, used, isSame) => {
  expect(isRegisteredRedirect([registered], used)).toBe(isSame)
})
