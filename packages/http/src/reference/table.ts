/** Descriptions by schema or operation id. Inner properties are joined by dots (`author.id`). */
export type ReferenceTable = Readonly<Record<string, Descriptions>>

type Descriptions = Readonly<Record<string, string>>

/**
 * Prefixes the property names of descriptions, for example `id` under `customer` becomes
 * `customer.id`.
 */
export const under = (name: string, properties: Descriptions): Descriptions =>
  Object.fromEntries(Object.entries(properties).map(([inner, text]) => [`${name}.${inner}`, text]))
