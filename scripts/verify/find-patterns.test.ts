import { describe, expect, it } from 'vitest'
import { findPatterns } from './find-patterns.ts'

describe('findPatterns', () => {
  it('finds literals and texts passed to RegExp, with their lines', () => {
    const source = "const a = /a+b/gi\n\nconst b = new RegExp('c*', 'u')\nconst c = RegExp('d')\n"
    expect(findPatterns('a.ts', source)).toEqual({
      patterns: expect.arrayContaining([
        { line: 1, source: 'a+b', flags: 'gi' },
        { line: 3, source: 'c*', flags: 'u' },
        { line: 4, source: 'd', flags: '' },
      ]),
      composed: [],
    })
  })

  it('names the line of a composed pattern', () => {
    expect(findPatterns('a.ts', 'const a = (b: string) =>\n  new RegExp(`^$' + '{b}$`)')).toEqual({
      patterns: [],
      composed: [2],
    })
  })

  it('reads markup in TypeScript', () => {
    expect(
      findPatterns('a.tsx', 'export const A = () => <p>{/x/.test("y")}</p>').patterns,
    ).toHaveLength(1)
  })

  it('rejects a source if it does not parse', () => {
    expect(() => findPatterns('a.ts', 'const = 1')).toThrow('a.ts')
  })
})
