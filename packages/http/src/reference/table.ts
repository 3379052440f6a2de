/** Descriptions by schema or operation id. Inner properties are joined by dots (`author.id`). */
export type ReferenceTable = Readonly<Record<string, Descriptions>>

type Descriptions = Readonly<Record<string, string>>

/**
 * Returns the descriptions of an object's properties under the property `name` of another object.
 */
export const under = (name: string, properties: Descriptions): Descriptions =>
  Object.fromEntries(Object.entries(properties).map(([inner, text]) => [`${name}.${inner}`, text]))
