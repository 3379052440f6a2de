/** An address of this application. */
export type PlaceOf =
  | { readonly to: '/channels'; readonly search: Record<never, never> }
  | { readonly to: '/board'; readonly search: { readonly card?: string } }

/**
 * The page of an address that the platform names; undefined when no page shows it. A post opens as its card, and several
 * posts as the board, which has them in a column.
 */
export function placeOf(href: string): PlaceOf | undefined {
  const { pathname, searchParams } = new URL(href, 'http://localhost')
  const [, area, id] = pathname.split('/')
  if (area === 'channels') return { to: '/channels', search: {} }
  const card = area === 'posts' ? id : area === 'board' ? (searchParams.get('card') ?? undefined) : undefined
  if (area === 'posts' || area === 'board') return { to: '/board', search: card ? { card } : {} }
  return undefined
}
