import { expect, it } from 'vitest'
import { findMisshapenVerbs } from './find-verbs.ts'

it.each([
  'export function a(deps: Deps, ctx: Ctx, input: { id: string }) {}',
  "export const a = ({ db }: Pick<Deps, 'db'>, { principal }: Ctx, id: string) => db",
  'export function a(deps: Deps, tx: Transaction, row: Row, by: Author) {}',
  'function a(deps: Deps, id: string, ctx: Ctx) {}',
])('accepts %s', (source) => {
  expect(findMisshapenVerbs('a.ts', source)).toEqual([])
})

it.each([
  'export function a(deps: Deps, id: string, ctx: Ctx) {}',
  'export const a = async (deps: Deps, ctx: Ctx, id: string, patch = {}) => {}',
  "export function a({ db }: Pick<Deps, 'db'>, id = '', { principal }: Ctx<Principal>) {}",
])('reports %s', (source) => {
  expect(findMisshapenVerbs('a.ts', source)).toEqual([1])
})
