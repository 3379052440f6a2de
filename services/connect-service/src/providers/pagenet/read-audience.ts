import { z } from 'zod'
import type { Api } from '../api.ts'
import { Figure, figuresOf } from '../figure.ts'
import { nodePath } from '../graph/graph-client.ts'
import type { AudienceReader } from '../readers.ts'

const Page = z.object({ followers_count: Figure, fan_count: Figure })

/** The followers of a Page; an older one counts its fans alone. */
export const pageAudience =
  (graph: Api): AudienceReader =>
  async (by) => {
    const query = { fields: 'followers_count,fan_count' }
    const page = await graph({ path: nodePath(by.accountId), by, query, schema: Page })
    return figuresOf({ followers: page.followers_count ?? page.fan_count })
  }
