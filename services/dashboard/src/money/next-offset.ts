/** A page of a list that counts from an offset, and where the next one begins. */
export const nextOffset = ({
  offset,
  items,
  total,
}: {
  offset: number
  items: readonly unknown[]
  total: number
}) => (offset + items.length < total && items.length > 0 ? offset + items.length : undefined)
