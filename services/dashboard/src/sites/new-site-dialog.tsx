import type { Site } from '@atrium/contracts'
import { Radio, TextInput } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { orgSettingsQuery } from '../platform/records/settings.ts'
import { useMe } from '../platform/session/me.ts'
import { DialogForm } from '../ui/dialogs/dialog-form.tsx'
import { ShowMore } from '../ui/page/show-more.tsx'
import { Waiting } from '../ui/page/waiting.tsx'
import { textField } from '../ui/text/text-field.ts'
import { createSiteMutation, discard, type Made } from './new-site.ts'
import { templateQuery, templatesQuery } from './site-queries.ts'
import { slugProblem } from './slug-problem.ts'
import { blank } from './starters/blank.ts'
import { landing } from './starters/landing.ts'
import { links } from './starters/links.ts'

interface NewSiteDialogProps {
  readonly template: string | undefined
  readonly onCreated: (site: Site) => void
  readonly onClose: () => void
}

export function NewSiteDialog({ template, onCreated, onClose }: NewSiteDialogProps) {
  const { org } = useMe()
  const queryClient = useQueryClient()
  const query = useInfiniteQuery(templatesQuery)
  // The preselected template may be on a later page of the list.
  const first = useQuery({ ...templateQuery(template ?? ''), enabled: template !== undefined }).data
  const listed = (query.data?.pages ?? []).flatMap(({ items }) => items)
  const ownTemplates =
    first === undefined || listed.some(({ id }) => id === first.id) ? listed : [first, ...listed]
  const ready = [landing(org?.id ?? ''), links, blank].map((starter, at) => ({
    starter,
    id: `starter ${at}`,
  }))
  const [choice, setChoice] = useState(template)
  const [name, setName] = useState(org?.name ?? '')
  const settings = useQuery(orgSettingsQuery)
  const [slug, setSlug] = useState('')
  const [faults, setFaults] = useState<{ name?: string; slug?: string }>({})
  const made = useRef<Made>({ templateId: undefined, instanceId: undefined })
  const create = useMutation(createSiteMutation(queryClient, made.current))
  const chosen = choice ?? ownTemplates[0]?.id ?? ready[0]?.id ?? ''
  const forget = () => {
    void discard(queryClient, { ...made.current }).catch(() => undefined)
    made.current.instanceId = undefined
    made.current.templateId = undefined
  }
  const close = () => {
    if (!create.isSuccess) forget()
    onClose()
  }
  const submit = () => {
    const found = {
      ...(name.trim() === '' ? { name: 'Enter a name' } : {}),
      ...(slug === '' ? {} : slugProblem(slug)),
    }
    setFaults(found)
    if (Object.keys(found).length > 0) return
    const picked =
      ownTemplates.find(({ id }) => id === chosen) ?? ready.find(({ id }) => id === chosen)?.starter
    if (picked === undefined) return
    create.mutate(
      {
        template: picked,
        isStarter: ready.some(({ starter }) => starter.name === picked.name),
        name: name.trim(),
        slug,
        brandColor: settings.data?.brandColor ?? null,
      },
      { onSuccess: onCreated, onError: (error) => setFaults(slugProblem(slug, error)) },
    )
  }
  return (
    <DialogForm
      title="New site"
      size={560}
      action="Create the site"
      error={faults.slug === undefined ? create.error : null}
      fields={['name', 'slug']}
      pending={create.isPending}
      disabled={settings.isPending}
      onClose={close}
      onSubmit={submit}
    >
      <TextInput
        label="Name"
        maxLength={200}
        data-autofocus
        {...textField(name, setName, faults.name)}
      />
      <TextInput
        label="Web address"
        description="The last part of the public address. Leave it empty to use the name."
        maxLength={63}
        autoCapitalize="none"
        spellCheck={false}
        placeholder="harbour-festival"
        {...textField(slug, (typed) => setSlug(typed.toLowerCase()), faults.slug)}
      />
      <Waiting query={query} height={160} />
      {query.data !== undefined && (
        <Radio.Group
          label="Template"
          value={chosen}
          onChange={(value) => {
            forget()
            setChoice(value)
          }}
        >
          <div
            className="column"
            style={{ gap: 12, maxHeight: 320, padding: '4px 0', overflowY: 'auto' }}
          >
            {ownTemplates.map(({ id, name: label, description }) => (
              <Radio key={id} value={id} label={label} description={description} />
            ))}
            {ready
              .filter(
                ({ starter }) => !ownTemplates.some((template) => template.name === starter.name),
              )
              .map(({ id, starter: { name: label, description } }) => (
                <Radio key={id} value={id} label={label} description={description} />
              ))}
          </div>
          <ShowMore query={query} label="Show older templates" variant="subtle" mt={8} />
        </Radio.Group>
      )}
    </DialogForm>
  )
}
