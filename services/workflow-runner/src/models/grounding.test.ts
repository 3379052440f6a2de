import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createGrounds, groundingProblem } from './grounding.ts'

describe('grounding', () => {
  it.each([
    ['https://example.com/a', 'See https://example.com/a.'],
    ['www.example.com/a/', 'see example.com/a'],
    ['Write to Ada@Example.com', 'ada@example.com'],
    ['Total: 1.234,50 €', 'It costs EUR 1,234.50'],
    ['1200 EUR', '1,200.00 EUR'],
    ['call +49 (170) 123-4567', '+49 170 1234567'],
    ['DE89370400440532013000', 'DE89 3704 0044 0532 0130 00'],
    ['task_0123456789abcdef01', 'task_0123456789abcdef01'],
    ['on the first of March', 'Due on 2026-03-01, 12 people come'],
    ['nothing', 'Three of ten people agreed in 2026'],
  ])('accepts another spelling of a fact: %s', (material, answer) => {
    expect(createGrounds(material).unknownIn(answer)).toEqual([])
  })

  it.each([
    ['https://example.com/a', 'https://example.com/ab'],
    ['https://example.com/abc', 'https://example.com/a'],
    ['https://bank.example.evil.com', 'https://bank.example'],
    ['ada@example.com', 'da@example.com'],
    ['120.00 EUR', '1200.00 EUR'],
    ['call 0170 1234567', '0170 1234568'],
    ['task_0123456789abcdef01', 'task_0123456789abcdef02'],
    ['', 'evil.com'],
  ])('rejects a fact that only resembles the material: %s', (material, answer) => {
    expect(createGrounds(material).unknownIn(answer)).not.toEqual([])
    expect(groundingProblem(createGrounds(material), answer)).toContain(
      'but the material does not contain it',
    )
  })

  it('finds no unknown facts if the text is its own material', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.webUrl(),
        fc.emailAddress(),
        (words, url, mail) => {
          const text = `${words} ${url} ${mail} 12.50 EUR`
          expect(createGrounds(text).unknownIn(text)).toEqual([])
        },
      ),
    )
  })
})
