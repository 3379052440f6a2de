import { z } from 'zod'
import { hasCode, rescued } from '../../network/network-error.ts'
import type { Api } from '../api.ts'
import type { Connection } from '../readers.ts'

const path = '/gmail/v1/users/me/labels'
const Label = z.object({ id: z.string().min(1), name: z.string() })
const Labels = z.object({ labels: z.array(Label).default([]) })

/** Finds or creates labels by name. Names match case-insensitively, as they do at the provider. */
export function labelStore(api: Api) {
  const find = async (by: Connection, name: string): Promise<string | undefined> => {
    const { labels } = await api({ path, by, schema: Labels })
    return labels.find((label) => label.name.toLowerCase() === name.toLowerCase())?.id
  }
  return {
    find,
    async ensure(by: Connection, name: string): Promise<string> {
      const existingId = await find(by, name)
      if (existingId !== undefined) return existingId
      const body = { name, labelListVisibility: 'labelShow', messageListVisibility: 'show' }
      const making = api({ path, by, body, schema: Label }).then(({ id }) => id)
      return rescued(making, hasCode(409), async (error) => {
        // Another call may have created the label meanwhile.
        const made = await find(by, name)
        if (made === undefined) throw error
        return made
      })
    },
  }
}
