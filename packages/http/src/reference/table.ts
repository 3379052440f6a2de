/** Descriptions by id of a schema or operation; inner properties are joined by dots (`author.id`). */
export type ReferenceTable = Readonly<Record<string, Descriptions>>

type Descriptions = Readonly<Record<string, string>>

/** The descriptions of an object's properties where it is the property `name` of another one. */
export const under = (name: string, properties: Descriptions): Descriptions =>
  Object.fromEntries(Object.entries(properties).map(([inner, text]) => [`${name}.${inner}`, text]))
