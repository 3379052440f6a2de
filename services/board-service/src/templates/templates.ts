import { type NewTemplate, siteErrors, Template, type TemplatePatch } from '@atrium/contracts'
import { createView, inTransaction, toColumns } from '@atrium/database'
import type { Ctx, Deps } from '../deps.ts'
import { changeKeys, handOverCandidates } from '../references/change-references.ts'
import { pageKeys } from '../references/reference-keys.ts'
import { requireTemplate } from './check-values.ts'
import { hasInstances, templates } from './templates.db.ts'

export const templateView = createView(Template)

const findKeys = (orgId: string, { name, description, variables, markup }: NewTemplate) =>
  pageKeys(orgId, { name, description, variables, markup })

/** Creates a template. Throws `markup_invalid`, `foreign_asset` (422), `asset_released` (409). */
export async function createTemplate(deps: Deps, ctx: Ctx, input: NewTemplate): Promise<Template> {
  const { orgId } = ctx.principal
  requireTemplate(input.variables, input.markup)
  const keys = findKeys(orgId, input)
  const now = deps.now()
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    await changeKeys(tx, { orgId, before: [], after: keys, now })
    const row = {
      id: deps.newId('tpl'),
      org_id: orgId,
      ...input,
      asset_keys: keys,
      created_at: now,
      updated_at: now,
    }
    return templateView(await templates.insert(tx, row))
  })
}

/**
 * Changes a template. A removed file becomes a release candidate. Throws `not_found` and the errors
 * of `createTemplate`.
 */
export async function updateTemplate(
  deps: Deps,
  ctx: Ctx,
  { id, patch }: { id: string; patch: TemplatePatch },
) {
  const { orgId } = ctx.principal
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const row = await templates.lock(tx, orgId, id)
    const now = deps.now()
    const next = { ...row, ...toColumns(patch), updated_at: now }
    requireTemplate(next.variables, next.markup)
    const keys = findKeys(orgId, next)
    await changeKeys(tx, { orgId, before: row.asset_keys, after: keys, now })
    return templateView(await templates.update(tx, { ...next, asset_keys: keys }))
  })
}

/** Deletes a template. Throws `not_found`, `template_in_use` (409). */
export async function deleteTemplate(deps: Deps, ctx: Ctx, id: string): Promise<void> {
  const { orgId } = ctx.principal
  await inTransaction(deps.db, ctx.tx, async (tx) => {
    const row = await templates.lock(tx, orgId, id)
    if (await hasInstances(tx, orgId, id)) throw siteErrors.template_in_use()
    await templates.remove(tx, orgId, id)
    await handOverCandidates(tx, orgId, row.asset_keys, deps.now())
  })
}
