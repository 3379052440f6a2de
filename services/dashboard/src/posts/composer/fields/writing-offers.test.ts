import { expect, test } from 'vitest'
import { type Draft, emptyDraft } from '../draft/draft.ts'
import type { Target } from '../draft/targets.ts'
import { withText, writingOffers } from './writing-offers.ts'

const short: Target = { id: 'chn_1', platform: 'shortpost', channelId: 'chn_1', name: 'Short' }
const page: Target = { id: 'chn_2', platform: 'pagenet', channelId: 'chn_2', name: 'Page' }
const pro: Target = { id: 'chn_3', platform: 'pronet', channelId: 'chn_3', name: 'Pro' }

/** Creates a composer with a draft. `offers` returns the offers for its current state. */
function composer(given: Partial<Draft>, { active }: { active?: Target } = {}) {
  let draft: Draft = { ...emptyDraft, ...given }
  const all = [short, page, pro]
  const offers = () => {
    const targets = all.filter(({ id }) => draft.targets.includes(id))
    return writingOffers({
      draft,
      targets,
      active,
      others: all.filter((target) => !targets.includes(target)),
      onChange: (change) => {
        draft = { ...draft, ...(typeof change === 'function' ? change(draft) : change) }
      },
    })
  }
  const offer = (id: string) => {
    const found = offers().find((each) => each.id === id)
    if (found === undefined) throw new Error(`no ${id}`)
    return found
  }
  return { offers, offer, draft: () => draft }
}

test('writes a suggestion into its text and undoes only that suggestion', () => {
  const { offer, draft } = composer({ targets: ['chn_2'], body: 'Bread' })
  const undo = offer('rewrite').take('Fresh bread')
  expect(draft().body).toBe('Fresh bread')
  offer('comment').take('Come by')
  undo()
  expect(draft()).toMatchObject({ body: 'Bread', firstComment: 'Come by', own: {} })
})

test('changes only the text of the chosen channel, and shares the common text again after an undo', () => {
  const { offer, draft } = composer(
    { targets: ['chn_1', 'chn_2'], body: 'Bread' },
    { active: short },
  )
  expect(offer('rewrite').replaced).toBe('Bread')
  const undo = offer('rewrite').take('Rolls')
  expect(draft()).toMatchObject({ body: 'Bread', own: { chn_1: 'Rolls' } })
  undo()
  expect(draft().own).toEqual({})
})

test('chooses the channel when a text for another channel is taken, and unchooses it after an undo', () => {
  const { offers, offer, draft } = composer({ targets: ['chn_2'], body: 'Bread' })
  expect(offers().map(({ id }) => id)).toEqual([
    'rewrite',
    'shorten',
    'comment',
    'adapt chn_1',
    'adapt chn_3',
  ])
  const undo = offer('adapt chn_1').take('Rolls')
  expect(draft()).toMatchObject({ targets: ['chn_2', 'chn_1'], own: { chn_1: 'Rolls' } })
  expect(offer('adapt chn_1').replaced).toBe('Rolls')
  undo()
  expect(draft()).toMatchObject({ targets: ['chn_2'], own: {} })
})

test('keeps a chosen channel when its text is taken and undone', () => {
  const { offer, draft } = composer({
    targets: ['chn_1', 'chn_2'],
    body: 'Bread',
    own: { chn_1: 'Buns' },
  })
  offer('adapt chn_1').take('Rolls')()
  expect(draft()).toMatchObject({ targets: ['chn_1', 'chn_2'], own: { chn_1: 'Buns' } })
})

test('offers the smallest exceeded limit, less the length of the link in the text', () => {
  const given = { targets: ['chn_1', 'chn_2'], body: 'a'.repeat(300) }
  expect(composer(given).offer('shorten').want).toEqual({
    kind: 'shorten',
    limit: { place: 'X', max: 280, count: 'weighted' },
  })
  const linked = { ...given, link: 'https://example.com/an-address-of-a-page' }
  expect(composer(linked).offer('shorten').want).toMatchObject({ limit: { max: 280 - 24 } })
})

test.each([
  ['a text that fits', { body: 'Bread' }],
  ['a channel with a short text of its own', { body: 'a'.repeat(300), own: { chn_1: 'Bread' } }],
])('shortens without a limit if the text is %s', (_, given) => {
  expect(composer({ targets: ['chn_1', 'chn_2'], ...given }).offer('shorten')).toMatchObject({
    label: 'Shorten',
    want: { kind: 'shorten', limit: null },
  })
})

test('offers no text for a channel if its post is already sent', () => {
  const sent = { chn_1: { key: 'k', request: '{}', id: 'tsk_1', done: true } }
  const ids = composer({ targets: ['chn_1', 'chn_2'], body: 'Bread', sent })
    .offers()
    .map(({ id }) => id)
  expect(ids).toEqual(['rewrite', 'shorten', 'comment', 'adapt chn_2', 'adapt chn_3'])
})

test('changes nothing if the removed text does not exist', () => {
  expect(withText({ own: { a: 'x' } }, { field: 'own', id: 'b' }, undefined)).toEqual({
    own: { a: 'x' },
  })
})
