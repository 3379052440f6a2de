/** One euro buys 1,000 credits, so a cent buys ten (docs/reference/invoicing.md, "Entitlements and credits"). */
export const creditsPerCent = 10

/** The price in cents that a seeded top-up's slug names: `credits-10` is 10 euros; undefined for another slug. */
export function priceOfTopupSlug(slug: string): number | undefined {
  const euros = /^credits-([1-9]\d{0,4})$/.exec(slug)?.[1]
  return euros === undefined ? undefined : Number(euros) * 100
}
