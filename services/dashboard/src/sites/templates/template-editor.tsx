import { NewTemplate, type Template, type TemplateVariable } from '@atrium/contracts'
import { MarkupError, parseMarkup, usedNames } from '@atrium/site-page'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useDraft } from '../../platform/drafts/use-draft.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { FormAlert } from '../../ui/feedback/form-alert.tsx'
import { fieldProblems } from '../../ui/feedback/to-refusal.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { usePageNavigate } from '../../ui/page/use-page-navigate.ts'
import { textField } from '../../ui/text/text-field.ts'
import { PagePreview } from '../page-preview.tsx'
import { type Side, Sides } from '../sides.tsx'
import { createTemplateMutation, updateTemplateMutation } from '../site-queries.ts'
import classes from '../sites.module.css'
import { VariablesEditor } from '../variables/variables-editor.tsx'

type Draft = Pick<Template, 'name' | 'description' | 'markup' | 'variables'>

const none = {}
const empty: Draft = { name: '', description: '', markup: '', variables: [] }
const toDraft = ({ name, description, markup, variables }: Template): Draft => ({
  name,
  description,
  markup,
  variables,
})
const fields = ['name', 'description', 'markup', 'variables'] as const

/** Returns the first problem of each field according to the contract. */
function findProblems(draft: Draft) {
  const { error } = NewTemplate.safeParse(draft)
  const problems: Partial<Record<(typeof fields)[number], string>> = {}
  for (const { path, message } of error?.issues ?? []) {
    const field = fields.find((name) => name === path[0])
    const at = typeof path[1] === 'number' ? `Variable ${path[1] + 1}: ` : ''
    const words =
      path[2] === 'name' ? 'a name begins with a letter and has letters, digits and _' : message
    if (field !== undefined) problems[field] ??= at + words
  }
  if (draft.name.trim() === '') problems.name = 'Enter a name'
  return problems
}

function readMarkup(markup: string) {
  try {
    return { used: usedNames(parseMarkup(markup)), fault: undefined }
  } catch (error) {
    if (!(error instanceof MarkupError)) throw error
    return { used: [], fault: error.message }
  }
}

const markupFont = 'ui-monospace, "SF Mono", "Cascadia Mono", monospace'

/**
 * Edits a template's markup and variables, with a preview of the defaults. Typed text stays as a
 * draft until it is saved.
 */
export function TemplateEditor({ template }: { template: Template | undefined }) {
  const queryClient = useQueryClient()
  const navigate = usePageNavigate(useNavigate())
  const [left, keep] = useDraft<Draft>(`template.${template?.id ?? 'new'}`)
  const saved = template === undefined ? empty : toDraft(template)
  const [draft, setDraft] = useState<Draft>(left ?? saved)
  const [isTried, setTried] = useState(false)
  const [side, setSide] = useState<Side>('form')
  const create = useMutation(createTemplateMutation(queryClient))
  const update = useMutation(updateTemplateMutation(queryClient, template?.id ?? ''))
  const refusal = create.error ?? update.error
  const { used, fault } = useMemo(() => readMarkup(draft.markup), [draft.markup])
  const refused = fieldProblems(refusal, fields)
  const problems = { ...refused, ...(isTried ? findProblems(draft) : {}) }
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved)
  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    keep(next)
    create.reset()
    update.reset()
  }
  const add = (names: ReadonlyArray<{ name: string; isList: boolean }>) =>
    change({
      variables: [
        ...draft.variables,
        ...names.map(
          ({ name, isList }): TemplateVariable => ({ name, type: isList ? 'list' : 'text' }),
        ),
      ],
    })
  const undeclared = used.filter(
    ({ name }) => !draft.variables.some((variable) => variable.name === name),
  )
  const save = () => {
    setTried(true)
    if (fault !== undefined || Object.keys(findProblems(draft)).length > 0) return
    const done = () => {
      keep(undefined)
      setTried(false)
      toast('The template is saved')
    }
    if (template !== undefined) return update.mutate(draft, { onSuccess: done })
    create.mutate(draft, {
      onSuccess: ({ id }) => {
        done()
        void navigate({ to: '/sites/templates/{-$id}', params: { id }, replace: true })
      },
    })
  }
  return (
    <>
      <PageHeader title={template?.name ?? 'New template'}>
        {template !== undefined && isChanged && (
          <Button
            variant="subtle"
            color="gray"
            c="var(--quiet)"
            onClick={() => {
              change(saved)
              keep(undefined)
              setTried(false)
            }}
          >
            Discard
          </Button>
        )}
        <BusyButton
          loading={create.isPending || update.isPending}
          disabled={!isChanged}
          onClick={save}
        >
          Save
        </BusyButton>
      </PageHeader>
      <Sides label="Part of the template" form="Template" side={side} onChange={setSide} />
      <div className={classes.editor} data-side={side} data-wide>
        <div className="column fields">
          <FormAlert error={Object.keys(refused).length > 0 ? null : refusal} />
          <TextInput
            label="Name"
            maxLength={200}
            {...textField(draft.name, (name) => change({ name }), problems.name)}
          />
          <TextInput
            label="Description"
            maxLength={2_000}
            {...textField(
              draft.description,
              (description) => change({ description }),
              problems.description,
            )}
          />
          <Textarea
            label="HTML"
            description="{{ name }} shows a variable, {{#if name}} … {{else}} … {{/if}} a part, {{#each list}} … {{ this }} … {{/each}} every item. Scripts do not run."
            styles={{
              input: { fontFamily: markupFont, fontSize: 13, lineHeight: 1.5, tabSize: 2 },
            }}
            autosize
            minRows={12}
            maxRows={28}
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            {...textField(draft.markup, (markup) => change({ markup }), fault ?? problems.markup)}
          />
          <VariablesEditor
            variables={draft.variables}
            undeclared={undeclared}
            error={problems.variables}
            onChange={(variables) => change({ variables })}
            onAdd={add}
          />
        </div>
        <PagePreview
          title={draft.name}
          markup={draft.markup}
          variables={draft.variables}
          values={none}
        />
      </div>
    </>
  )
}
