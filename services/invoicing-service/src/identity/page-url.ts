import { publicPath } from '@atrium/site-page/public'
import type { Deps } from '../deps.ts'

/** Returns the origin of the public pages without a trailing slash. */
export const publicOrigin = ({ config }: Pick<Deps, 'config'>): string =>
  config.API_URL.replace(/(?<!\/)\/+$/, '')

/** Returns the full URL of a product's or an event's page for visitors. */
export const pageUrl = (
  deps: Pick<Deps, 'config'>,
  part: 'products' | 'events',
  { orgSlug, slug }: { orgSlug: string; slug: string },
): string => `${publicOrigin(deps)}${publicPath(orgSlug, part, slug)}`

/** Returns the full URL of an organisation's thank-you page. */
export const thanksUrl = (deps: Pick<Deps, 'config'>, orgSlug: string): string =>
  `${publicOrigin(deps)}${publicPath(orgSlug, 'thanks')}`
