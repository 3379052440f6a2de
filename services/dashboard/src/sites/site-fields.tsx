import type { Site } from '@atrium/contracts'
import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toRefusal } from '../ui/feedback/to-refusal.ts'
import { updateSiteMutation } from './site-queries.ts'
import { slugProblem } from './slug-problem.ts'

export function SiteFields({ site }: { site: Site }) {
  const prefix = site.url.replace(/^https?:\/\//, '').slice(0, -site.slug.length)
  return (
    <>
      <SavedField
        site={site}
        field="name"
        label="Name of the site"
        description="For members; visitors read the title of the page."
        maxLength={200}
        faultOf={(typed, refusal) =>
          typed === '' ? 'Enter a name' : refusal === undefined ? undefined : toRefusal(refusal)
        }
      />
      <SavedField
        site={site}
        field="slug"
        label="Web address"
        description={`${prefix}…${site.status === 'published' ? ' A change takes effect immediately, and the old address stops working.' : ''}`}
        maxLength={63}
        faultOf={(typed, refusal) =>
          slugProblem(typed, refusal).slug ??
          (refusal === undefined ? undefined : toRefusal(refusal))
        }
      />
    </>
  )
}

interface SavedFieldProps {
  readonly site: Site
  readonly field: 'name' | 'slug'
  readonly label: string
  readonly description: string
  readonly maxLength: number
  readonly faultOf: (typed: string, refusal?: unknown) => string | undefined
}

function SavedField({ site, field, faultOf, ...input }: SavedFieldProps) {
  const [typed, setTyped] = useState<string>()
  const [fault, setFault] = useState<string>()
  const save = useMutation(updateSiteMutation(useQueryClient(), site.id))
  const reset = () => {
    setTyped(undefined)
    setFault(undefined)
  }
  const finish = () => {
    const text = typed?.trim()
    if (text === undefined || save.isPending) return
    if (text === site[field]) return reset()
    const found = faultOf(text)
    setFault(found)
    if (found !== undefined) return
    save.mutate(
      { [field]: text },
      { onSuccess: reset, onError: (refusal) => setFault(faultOf(text, refusal)) },
    )
  }
  return (
    <TextInput
      {...input}
      value={typed ?? site[field]}
      error={fault}
      spellCheck={field === 'name'}
      autoComplete="off"
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        setFault(undefined)
      }}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish()
        if (event.key === 'Escape' && typed !== undefined) {
          event.stopPropagation()
          reset()
        }
      }}
    />
  )
}
