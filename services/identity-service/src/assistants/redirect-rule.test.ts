import { expect, test } from 'vitest'
import { isAllowedRedirect, unusableEntries } from './redirect-rule.ts'

const redirectHosts = ['assistant.example', '.tools.example', 'narrow.example/Callback', '.com', '.', 'local']
const allowed = (uri: string, production = true) => isAllowedRedirect(uri, { redirectHosts, production })

test.each([
  'https://assistant.example/callback',
  'https://assistant.example',
  'https://assistant.example/callback?client=1',
  'https://one.tools.example/callback',
  'https://a.b.tools.example/',
  'https://narrow.example/Callback',
  'https://narrow.example/Callback/one?client=1',
])('%s is at an allowed host', (uri) => expect(allowed(uri)).toBe(true))

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
])('%j only looks allowed', (uri) => {
  expect(allowed(uri)).toBe(false)
  expect(allowed(uri, false)).toBe(false)
})

test.each(['http://localhost:33418/callback', 'http://127.0.0.1:1/', 'http://[::1]:8080/callback'])(
  '%s is the machine of the person, which counts outside production alone',
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
])('%s is no such machine', (uri) => expect(allowed(uri, false)).toBe(false))

test('entries that allow nothing are reported', () => {
  const usable = ['assistant.example', '.Tools.example', 'narrow.example/Callback']
  const unusable = [
    'local',
    '.',
    '.com',
    'assistant.example:8443',
    'https://assistant.example',
    '*.example.com',
  ]
  expect(unusableEntries([...usable, ...unusable])).toEqual(unusable)
})
