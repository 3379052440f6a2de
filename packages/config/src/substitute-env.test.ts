// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the syntax under test looks like a template.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { substituteEnv } from './substitute-env.ts'

const env = { API_URL: 'https://api.example.test', PORT_2: 3000, UNSET: undefined, NESTED: '${env:API_URL}' }

describe('a string', () => {
  test('that is exactly a reference resolves', () => {
    expect(substituteEnv('${env:API_URL}', env)).toBe('https://api.example.test')
    expect(substituteEnv('${env:PORT_2}', env)).toBe(3000)
  })

  test.each([
    'prefix-${env:API_URL}',
    '${env:API_URL}-suffix',
    ' ${env:API_URL}',
    '${env:API_URL}\n',
    '${env:API_URL}${env:API_URL}',
    '${env:api_url}',
    '${env:}',
    '${env:API-URL}',
    '${ env:API_URL }',
    '$env:API_URL',
    '${input:API_URL}',
    '${setting:API_URL}',
    '${skill:API_URL}',
    '${env:UNSET}',
    '${env:NOWHERE}',
    '${env:__PROTO__}',
  ])('%j stays as it is', (text) => {
    expect(substituteEnv(text, env)).toBe(text)
  })

  test('is resolved once, not again', () => {
    expect(substituteEnv('${env:NESTED}', env)).toBe('${env:API_URL}')
  })
})

describe('a structure', () => {
  test('is resolved at every depth, keys excepted, and the original is left alone', () => {
    const value = {
      a: ['${env:API_URL}', { b: '${env:API_URL}', '${env:API_URL}': 1 }],
      c: null,
      d: 1,
      e: true,
    }
    const frozen = structuredClone(value)
    expect(substituteEnv(value, env)).toEqual({
      a: [env.API_URL, { b: env.API_URL, '${env:API_URL}': 1 }],
      c: null,
      d: 1,
      e: true,
    })
    expect(value).toEqual(frozen)
  })

  test('without references comes back equal', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(substituteEnv(value, env)).toStrictEqual(value)
      }),
    )
  })

  test('with a key named __proto__ changes no prototype', () => {
    const hostile: unknown = JSON.parse('{"__proto__":{"polluted":"${env:API_URL}"},"constructor":{"x":1}}')
    const result = substituteEnv(hostile, env) as object
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype)
    expect(Object.keys(result)).toEqual(['__proto__', 'constructor'])
    expect(JSON.stringify(result)).toContain('"polluted":"https://api.example.test"')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('of another kind is passed through', () => {
    const date = new Date(0)
    expect(substituteEnv({ date }, env)).toEqual({ date })
    expect((substituteEnv({ date }, env) as { date: Date }).date).toBe(date)
  })
})
