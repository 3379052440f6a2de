// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the syntax under test looks like a template.
import { describe, expect, it } from 'vitest'
import { isOpen } from './param-problems.ts'
import { compileParameters } from './parameters.ts'
import { type ResolvedSkill, readSkillReference, resolveSkill } from './skill-reference.ts'
import { type RunValues, readSubstitution, skillsIn } from './substitution.ts'

const id = `skill_${'0'.repeat(31)}1`
const values: RunValues = {
  input: { name: 'Ada', text: '{{ $json.secret }}', deep: { n: 7 } },
  setting: { timezone: 'Europe/Berlin', logoUrl: null },
  skill: { 'our-voice@2': 'Write briefly. {{ $json.secret }}' },
}
const scope = { json: { secret: 'hidden' }, node: () => undefined, values }
const resolve = (value: unknown) => compileParameters(value).resolve(scope)

describe('substitutions', () => {
  it('keeps the type of a value if its expression is the whole text', () => {
    expect(resolve({ a: '${input:name}', b: ['${input:deep.n}', '${input:deep}'] })).toEqual({
      a: 'Ada',
      b: [7, { n: 7 }],
    })
    expect(resolve('${setting:timezone}')).toBe('Europe/Berlin')
    expect(resolve('${setting:logoUrl}')).toBeNull()
  })

  it('keeps an expression inside a value as text', () => {
    expect(resolve('${input:text}')).toBe('{{ $json.secret }}')
    expect(resolve('${skill:our-voice@2}')).toBe('Write briefly. {{ $json.secret }}')
  })

  it.each([
    'a ${input:name}',
    '${input:}',
    '${INPUT:name}',
    '${other:name}',
    '${skill:Not A Slug}',
    '${input:a b}',
  ])('leaves any other text unchanged: %s', (text) => {
    expect(resolve(text)).toBe(text)
  })

  it('reports a missing field if there is no value', () => {
    const compiled = compileParameters({
      a: '${input:gone}',
      b: '${skill:gone}',
      c: '${setting:__proto__}',
    })
    expect(compiled.wholes.map(({ source }) => source)).toEqual([
      '${input:gone}',
      '${skill:gone}',
      '${setting:__proto__}',
    ])
    expect(compiled.resolve(scope)).toEqual({ a: undefined, b: undefined, c: undefined })
    expect(compiled.resolve({ json: {}, node: () => undefined })).toMatchObject({ a: undefined })
  })

  it('treats substitutions as run values when it checks a graph', () => {
    expect(
      ['${input:a}', '${setting:timezone}', `\${skill:${id}@3}`, '${env:API_URL}'].map(isOpen),
    ).toEqual(Array(4).fill(true))
    expect(['${input:}', 'x ${input:a}', '${env:lower}'].map(isOpen)).toEqual([false, false, false])
  })

  it('finds each skill of a graph once at any depth', () => {
    const found = skillsIn({
      a: ['${skill:one}', { b: '${skill:one}' }],
      c: `\${skill:${id}@2}`,
      d: 'skill:x',
    })
    expect([...found]).toEqual(['one', `${id}@2`])
  })

  it('does not treat a long text as a substitution', () => {
    expect(readSubstitution(`\${input:${'a'.repeat(100_000)}}`)).toBeUndefined()
  })
})

describe('references to skills', () => {
  const skill: ResolvedSkill = {
    id,
    slug: 'our-voice',
    name: 'Our voice',
    kind: 'writing',
    version: 2,
    body: 'x',
  }

  it('accepts an id or slug, with or without a version', () => {
    expect(readSkillReference(id)).toEqual({ name: id, version: undefined })
    expect(readSkillReference(`${id}@12`)).toEqual({ name: id, version: 12 })
    expect(readSkillReference('our-voice@1')).toEqual({ name: 'our-voice', version: 1 })
    for (const text of [
      '',
      'Our voice',
      'a@0',
      'a@',
      'a@-1',
      'skill_12',
      'a--b',
      'a@1@2',
      'a'.repeat(300),
    ]) {
      expect(readSkillReference(text), text).toBeUndefined()
    }
  })

  it('throws skill_wrong_kind if the kind differs, and names the skill if it is unknown', async () => {
    const find = async ({ name }: { name: string }) => (name === 'our-voice' ? skill : undefined)
    expect(await resolveSkill(find, 'our-voice', 'writing')).toBe(skill)
    expect(await resolveSkill(find, 'our-voice@2', undefined)).toBe(skill)
    await expect(resolveSkill(find, 'our-voice', 'persona')).rejects.toThrow(
      'skill_wrong_kind: the skill "Our voice" is of kind writing, this node takes persona',
    )
    await expect(resolveSkill(find, 'gone', undefined)).rejects.toThrow(
      'Your organisation has no writing guide "gone"',
    )
  })
})
