// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the syntax under test looks like a template.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { substituteEnv } from './substitute-env.ts'

const env = {
  API_URL: 'https://api.example.test',
  PORT_2: 3000,
  UNSET: undefined,
  NESTED: '${env:API_URL}',
}

describe('references in a string', () => {
  test('resolves a string that is exactly a reference', () => {
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
  ])('leaves %j unchanged', (text) => {
    expect(substituteEnv(text, env)).toBe(text)
  })

  test('resolves a reference only once', () => {
    expect(substituteEnv('${env:NESTED}', env)).toBe('${env:API_URL}')
  })
})

describe('references in a structure', () => {
  test('resolves at every depth except keys and leaves the original alone', () => {
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

  test('returns an equal structure if there are no references', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(substituteEnv(value, env)).toStrictEqual(value)
      }),
    )
  })

  test('changes no prototype when a key is named __proto__', () => {
    const hostile: unknown = JSON.parse(
      '{"__proto__":{"polluted":"${env:API_URL}"},"constructor":{"x":1}}',
    )
    const result = substituteEnv(hostile, env) as object
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype)
    expect(Object.keys(result)).toEqual(['__proto__', 'constructor'])
    expect(JSON.stringify(result)).toContain('"polluted":"https://api.example.test"')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('passes other kinds of objects through', () => {
    const date = new Date(0)
    expect(substituteEnv({ date }, env)).toEqual({ date })
    expect((substituteEnv({ date }, env) as { date: Date }).date).toBe(date)
  })
})
