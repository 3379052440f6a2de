import type { NodeCategory, NodeDescriptor } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { paletteGroups } from './palette-groups.ts'

const node = (
  type: string,
  label: string,
  category: NodeCategory,
  description: string,
): NodeDescriptor => ({
  type,
  label,
  description,
  category,
  mode: 'deterministic',
  outputs: ['main'],
  inputs: {},
  emits: [],
  skillable: false,
})
const palette = new Map(
  [
    node('create_card', 'Create card', 'act', 'Creates a card on the board'),
    node('trigger.manual', 'Run button', 'trigger', 'Starts a run'),
    node('log_activity', 'Log activity', 'act', 'Writes a note to a card'),
    node('update_task', 'Update card', 'act', 'Moves it'),
  ].map((each) => [each.type, each]),
)
const types = (typed: string) =>
  paletteGroups(palette, typed).flatMap(({ nodes }) => nodes.map(({ type }) => type))

test('lists all nodes by group, triggers first, if the search is empty', () => {
  expect(paletteGroups(palette, ' ').map(({ category }) => category)).toEqual(['trigger', 'act'])
  expect(types('')).toHaveLength(4)
})

test('ranks a name above a description, and requires every word', () => {
  expect(types('CARD')).toEqual(['create_card', 'update_task', 'log_activity'])
  expect(types('card note')).toEqual(['log_activity'])
  expect(types('task')).toEqual(['update_task'])
  expect(types('nothing')).toEqual([])
})
