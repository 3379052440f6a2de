import { type NewTemplate, newId, type Template, type TemplatePatch } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Ctx, Deps } from '../deps.ts'
import { changeKeys, handOverCandidates } from '../references/change-references.ts'
import { siteKeys } from '../references/reference-keys.ts'
import { requireTemplate } from './check-values.ts'
import { siteErrors } from './errors.ts'
import { hasInstances, type TemplateRow, templates } from './templates.db.ts'

const view = (row: TemplateRow): Template => ({
  id: row.id,
  name: row.name,
  description: row.description,
  variables: row.variables,
  markup: row.markup,
  orgId: row.org_id,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

const keysOf = (orgId: string, row: Pick<TemplateRow, 'name' | 'description' | 'variables' | 'markup'>) =>
  siteKeys(orgId, {
    name: row.name,
    description: row.description,
    variables: row.variables,
    markup: row.markup,
  })

/** Creates a template. Throws `markup_invalid`, `foreign_asset` (422), `asset_released` (409). */
export async function createTemplate(deps: Deps, ctx: Ctx, input: NewTemplate): Promise<Template> {
  requireTemplate(input.variables, input.markup)
  const keys = keysOf(ctx.orgId, input)
  const now = deps.clock()
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    await changeKeys(tx, ctx.orgId, [], keys, now)
    return view(
      await templates.insert(tx, {
        id: newId('tpl'),
        org_id: ctx.orgId,
        ...input,
        asset_keys: keys,
        created_at: now,
        updated_at: now,
      }),
    )
  })
}

/** One template. Throws `not_found`. */
export async function getTemplate(deps: Deps, ctx: Ctx, id: string): Promise<Template> {
  const row = await templates.find(deps.db, ctx.orgId, id)
  if (row === undefined) throw siteErrors.not_found()
  return view(row)
}

/** A page of templates, newest first. */
export async function listTemplates(deps: Deps, ctx: Ctx, page: { limit: number; offset: number }) {
  const { rows, total } = await templates.page(deps.db, ctx.orgId, page)
  return { items: rows.map(view), total, limit: page.limit, offset: page.offset }
}

/** Changes a template; a file that it lets go of becomes a candidate for release. Throws as creation does. */
export async function updateTemplate(
  deps: Deps,
  ctx: Ctx,
  id: string,
  patch: TemplatePatch,
): Promise<Template> {
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const row = await templates.lock(tx, ctx.orgId, id)
    if (row === undefined) throw siteErrors.not_found()
    const now = deps.clock()
    const next = {
      ...row,
      name: patch.name ?? row.name,
      description: patch.description ?? row.description,
      variables: patch.variables ?? row.variables,
      markup: patch.markup ?? row.markup,
      updated_at: now,
    }
    requireTemplate(next.variables, next.markup)
    const keys = keysOf(ctx.orgId, next)
    await changeKeys(tx, ctx.orgId, row.asset_keys, keys, now)
    return view(await templates.update(tx, { ...next, asset_keys: keys }))
  })
}

/** Deletes a template. Throws `not_found`, `template_in_use` (409). */
export async function deleteTemplate(deps: Deps, ctx: Ctx, id: string): Promise<void> {
  await inTransaction(deps.db, ctx.tx, async (tx) => {
    const row = await templates.lock(tx, ctx.orgId, id)
    if (row === undefined) throw siteErrors.not_found()
    if (await hasInstances(tx, ctx.orgId, id)) throw siteErrors.template_in_use()
    await templates.remove(tx, ctx.orgId, id)
    await handOverCandidates(tx, ctx.orgId, row.asset_keys, deps.clock())
  })
}
