import { sql } from 'kysely'
import type { Db } from '../database.ts'

const mostLabels = 1_000

/** Returns the folders and tags in use by name, with the number of their workflows. */
export async function listLabels(db: Db, orgId: string) {
  const folders = db
    .selectFrom('workflows')
    .select((eb) => ['folder as name', eb.fn.countAll<string>().as('n')])
    .where('org_id', '=', orgId)
    .where('folder', 'is not', null)
    .groupBy('folder')
    .orderBy(sql`fold_text(folder)`)
    .orderBy('folder')
    .limit(mostLabels)
  const tags = db
    .selectFrom('workflows')
    .innerJoinLateral(sql<{ name: string }>`unnest(tags)`.as<'label'>(sql`label(name)`), (join) =>
      join.onTrue(),
    )
    .select((eb) => ['label.name', eb.fn.countAll<string>().as('n')])
    .where('org_id', '=', orgId)
    .groupBy('label.name')
    .orderBy(sql`fold_text(label.name)`)
    .orderBy('label.name')
    .limit(mostLabels)
  const toLabels = (rows: readonly { name: string | null; n: string }[]) =>
    rows.map(({ name, n }) => ({ name: name ?? '', workflows: Number(n) }))
  const found = await Promise.all([folders.execute(), tags.execute()])
  return { folders: toLabels(found[0]), tags: toLabels(found[1]) }
}
