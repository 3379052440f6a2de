import type { Site, Template, TemplateInstance } from '@atrium/contracts'
import { findMissing, findSampleText, removeSampleText } from '@atrium/site-page'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { BusyButton } from '../ui/busy-button.tsx'
import { QuestionDialog } from '../ui/dialogs/question-dialog.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'
import { fieldProblems } from '../ui/feedback/to-refusal.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { usePageNavigate } from '../ui/page/use-page-navigate.ts'
import { copyText } from '../ui/text/copy-text.ts'
import { PagePreview } from './page-preview.tsx'
import { type Side, Sides } from './sides.tsx'
import { SiteActions } from './site-actions.tsx'
import { SiteBadge } from './site-badge.tsx'
import { SiteFields } from './site-fields.tsx'
import { publishMutation } from './site-queries.ts'
import classes from './sites.module.css'
import { useLiveBlocks } from './use-live-blocks.ts'
import { useSavedValues } from './use-saved-values.ts'
import { VariableFields } from './variables/variable-fields.tsx'

interface SiteEditorProps {
  readonly site: Site
  readonly template: Template
  readonly instance: TemplateInstance
}

export function SiteEditor({ site, template, instance }: SiteEditorProps) {
  const queryClient = useQueryClient()
  const navigate = usePageNavigate(useNavigate())
  const { values, set, flush, error, isSaving, hasEdits } = useSavedValues(instance)
  const blocks = useLiveBlocks(template)
  const [missing, setMissing] = useState<Readonly<Record<string, string>>>({})
  const [side, setSide] = useState<Side>('form')
  const publish = useMutation(publishMutation(queryClient, site.id))
  const names = template.variables.map(({ name }) => name)
  const refused = fieldProblems(error ?? publish.error, names)
  const other = Object.keys(refused).length > 0 ? null : (error ?? publish.error)
  const isPublished = site.status === 'published'
  const isChanged =
    hasEdits ||
    (site.publishedAt !== null &&
      [instance.updatedAt, template.updatedAt].some((at) => at > (site.publishedAt ?? '')))

  const [samples, setSamples] = useState<ReturnType<typeof findSampleText>>([])
  const closeSamples = () => setSamples([])

  const askOrPublish = async () => {
    const found = findSampleText(template.variables, values)
    if (findMissing(template.variables, values).length > 0 || found.length === 0)
      return publishNow()
    setSamples(found)
  }

  /** Removes the template's own text, then publishes. */
  const publishWithout = () => {
    for (const sample of samples) set(sample.name, removeSampleText(sample, values[sample.name]))
    return publishNow()
  }

  const publishNow = async () => {
    closeSamples()
    const found = findMissing(template.variables, values)
    setMissing(Object.fromEntries(found.map(({ name, message }) => [name, message])))
    if (found.length > 0) {
      setSide('form')
      toast(`${found.length === 1 ? 'A field is' : `${found.length} fields are`} needed first`, {
        tone: 'bad',
      })
      return
    }
    try {
      await flush()
    } catch {
      // The form shows the error.
      return
    }
    publish.mutate(undefined, {
      onSuccess: ({ url }) =>
        toast('The page is published', {
          action: { label: 'Copy link', run: () => void copyText(url, 'Link copied') },
        }),
    })
  }
  return (
    <>
      <PageHeader title={site.name}>
        <span className="quiet wide-only" style={{ whiteSpace: 'nowrap' }} role="status">
          {isSaving
            ? 'Saving …'
            : hasEdits
              ? 'Not saved'
              : isPublished && isChanged
                ? 'Changed since'
                : ''}
        </span>
        <SiteBadge status={site.status} />
        <SiteActions
          site={site}
          className="wide-only"
          isChanged={isChanged}
          onDeleted={() => void navigate({ to: '/sites' })}
        />
        <BusyButton
          loading={publish.isPending}
          disabled={isPublished && !isChanged}
          onClick={() => void askOrPublish()}
        >
          Publish{isPublished && <span className="wide-only">&nbsp;changes</span>}
        </BusyButton>
      </PageHeader>
      {samples.length > 0 && (
        <QuestionDialog
          title="Publish with sample text?"
          action="Publish anyway"
          keep="Go back"
          danger={false}
          error={null}
          pending={false}
          onClose={closeSamples}
          onConfirm={() => void publishNow()}
          {...(samples.every(({ required }) => required !== true) && {
            other: { label: 'Leave it out', run: () => void publishWithout() },
          })}
        >
          Visitors will read text from the template in:{' '}
          {samples.map(({ name, label }) => label ?? name).join(', ')}. Go back to write your own,
          or leave this text out.
        </QuestionDialog>
      )}
      <Sides label="Part of the site" form="Content" side={side} onChange={setSide} />
      <div className={classes.editor} data-side={side}>
        <div className="column fields">
          <FormAlert error={other} />
          <SiteFields site={site} />
          <VariableFields
            template={template}
            values={values}
            problems={{ ...missing, ...refused }}
            onChange={(name, value) => {
              setMissing(({ [name]: _, ...rest }) => rest)
              publish.reset()
              set(name, value)
            }}
          />
        </div>
        <PagePreview
          title={site.name}
          markup={template.markup}
          variables={template.variables}
          values={{ ...values, ...blocks }}
        />
      </div>
    </>
  )
}
