/** One of each org in turn, so that many of one org do not keep another's waiting; of an org in their order. */
export function takingTurns<R extends { readonly org_id: string }>(rows: readonly R[]): R[] {
  const byOrg = [...Map.groupBy(rows, ({ org_id }) => org_id).values()]
  const longest = byOrg.reduce((most, { length }) => Math.max(most, length), 0)
  return Array.from({ length: longest }, (_, turn) => byOrg.flatMap((ofOrg) => ofOrg[turn] ?? [])).flat()
}
