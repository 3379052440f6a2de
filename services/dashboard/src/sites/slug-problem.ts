import { SitePatch } from '@atrium/contracts'
import { AtriumError } from '@atrium/sdk'

/**
 * Checks a slug's format, or reads the platform's refusal. Returns an empty object if the slug is
 * valid.
 */
export function slugProblem(slug: string, refusal?: unknown): { slug?: string } {
  if (refusal instanceof AtriumError && refusal.code === 'slug_taken') {
    return { slug: `${slug === '' ? 'This address' : slug} is taken: choose another one` }
  }
  if (refusal instanceof AtriumError && !refusal.errors.some(({ path }) => path.endsWith('slug')))
    return {}
  return SitePatch.safeParse({ slug }).success
    ? {}
    : { slug: 'Use a to z, digits and hyphens between them, at most 63' }
}
