import { expect, test } from 'vitest'
import { changedByEvents, shownBy } from './shown-by.ts'

test('refreshes the board and Home when a card changes', () => {
  expect(shownBy('task.status_changed')).toEqual([['cards'], ['attention']])
  expect(shownBy('timeline.entry_added')).toEqual([['cards', 'timeline']])
  expect(shownBy('workflow.run_finished')).toContainEqual(['workflows', 'runs'])
  expect(shownBy('workflow.run_finished')).toContainEqual(['zen'])
  expect(shownBy('workflow.run_finished')).toContainEqual(['cards', 'chains'])
  expect(shownBy('workflow.run_queued')).toContainEqual(['workflows', 'runs'])
  expect(shownBy('workflow.run_queued')).not.toContainEqual(['attention'])
  expect(shownBy('workflow.saved')).toContainEqual(['workflows', 'one'])
  expect(shownBy('workflow.saved')).not.toContainEqual(['attention'])
  expect(shownBy('asset.changed')).toContainEqual(['assets', 'library'])
  expect(shownBy('estimate.changed')).toEqual([['estimates']])
  expect(shownBy('site.changed')).toEqual([['sites']])
  expect(shownBy('activity.recorded')).toEqual([['attention']])
  expect(shownBy('workflow.webhook_attempted')).not.toContainEqual(['attention'])
})

test('refreshes the accounts, and the steps and templates that need one, when an account changes', () => {
  for (const key of [['channels'], ['workflows', 'nodes'], ['workflows', 'templates']])
    expect(shownBy('channel.connected')).toContainEqual(key)
})

test.each(['weather.changed', '', 'constructor.called', 'taskless'])(
  'refreshes nothing if the event is %j',
  (type) => {
    expect(shownBy(type)).toEqual([])
  },
)

test('lists the key of every query that an event can change once', () => {
  for (const type of ['approval.asked', 'invoice.paid', 'estimate.changed', 'workflow.saved'])
    for (const key of shownBy(type)) expect(changedByEvents).toContainEqual(key)
  expect(new Set(changedByEvents.map((key) => JSON.stringify(key))).size).toBe(
    changedByEvents.length,
  )
})
