import { type Connectable, platformRules } from '@atrium/contracts'
import { Box, Group, Stack, TextInput } from '@mantine/core'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useState } from 'react'
import type { ReadCard } from '../../platform/records/shared-queries.ts'
import { useMe } from '../../platform/session/me.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { LibraryDialog } from '../../ui/dialogs/library-dialog.tsx'
import { toast, withUndo } from '../../ui/feedback/toast.tsx'
import { textField } from '../../ui/text/text-field.ts'
import { isPost, threadProgress } from '../post-card.ts'
import { momentText } from '../post-times.ts'
import shared from './composer.module.css'
import { findProblems } from './draft/content.ts'
import { newDraft, toDraft } from './draft/post-draft.ts'
import { listShownProblems } from './draft/shown-problems.ts'
import { chosenTargets, type Target } from './draft/targets.ts'
import { type DraftStart, useDraft } from './draft/use-draft.ts'
import { usePostFiles } from './draft/use-post-files.ts'
import { AltTextFields, leaveDescription } from './fields/alt-text-fields.tsx'
import { ChannelField } from './fields/channel-field.tsx'
import { FieldProblems } from './fields/field-problems.tsx'
import { FirstCommentField } from './fields/first-comment-field.tsx'
import { LinkField } from './fields/link-field.tsx'
import { MediaField } from './fields/media-field.tsx'
import { MomentField } from './fields/moment-field.tsx'
import { RecipientsField } from './fields/recipients-field.tsx'
import { TextField } from './fields/text-field.tsx'
import { ThreadField } from './fields/thread-field.tsx'
import { Preview } from './preview/preview.tsx'
import { Restored } from './restored.tsx'
import { Conflict } from './sending/conflict.tsx'
import type { SentPost } from './sending/send.ts'
import { sendLabel } from './sending/send-label.ts'
import { problemsOfFailures, useSend } from './sending/use-send.ts'

const fieldLabels: Readonly<Record<string, string>> = { subreddit: 'Community' }

interface ComposerFormProps {
  readonly post: string
  readonly start: DraftStart
  /** The stored post to edit. Undefined for a new post. */
  readonly read: ReadCard | undefined
  readonly channels: readonly Target[]
  readonly networks: readonly Connectable[]
  readonly zone: string
  /** Reports whether a dialog is open on top of the composer. */
  readonly onInner: (open: boolean) => void
  readonly onSent: (sent: readonly SentPost[]) => void
  readonly onClose: () => void
}

export function ComposerForm({
  post,
  start,
  read,
  channels,
  networks,
  zone,
  onInner,
  onSent,
  onClose,
}: ComposerFormProps) {
  const { user, org } = useMe()
  const edited = read?.card
  const progress = edited !== undefined && isPost(edited) ? threadProgress(edited) : undefined
  const place = { userId: user.id, orgId: org?.id ?? '', post }
  const open = useDraft(place, read === undefined ? newDraft(channels) : toDraft(read), start)
  const { draft, change } = open
  const targets = chosenTargets(draft.targets, channels, read?.card.post)
  const [activeId, setActive] = useState<string>()
  const [attempted, setAttempted] = useState(false)
  const [library, setLibrary] = useState(false)
  const sending = useSend(open, targets, read)
  const files = usePostFiles((urls) =>
    change(({ media }) => ({ media: [...new Set([...media, ...urls])] })),
  )
  const active = targets.length > 1 ? targets.find(({ id }) => id === activeId) : undefined
  const several = targets.length > 1
  // An edited post has exactly one target.
  const others =
    read === undefined
      ? channels.filter(({ id, obstacle }) => obstacle === undefined && !draft.targets.includes(id))
      : []
  const done = new Set(Object.keys(draft.sent).filter((id) => draft.sent[id]?.done === true))

  const found = findProblems(draft, targets, new Date())
  const problems = listShownProblems({
    draft,
    targets,
    found,
    attempted,
    refused: problemsOfFailures(sending.failures),
  })
  const isChanged = read !== undefined && !sending.isSending && read.etag !== draft.etag

  const edit: typeof change = (wanted) => {
    sending.forgetFailures()
    change(wanted)
  }
  const toggle = (id: string) =>
    edit(({ targets: ids }) => {
      if (read !== undefined) return { targets: [id] }
      return { targets: ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id] }
    })
  const openLibrary = (opened: boolean) => {
    setLibrary(opened)
    onInner(opened)
  }
  const send = async () => {
    setAttempted(true)
    if (found.length > 0 || sending.isSending || files.pending.length > 0 || isChanged) return
    leaveDescription()
    const { sent, failures } = await sending.send()
    if (failures.length > 0 || sent.length === 0) return
    open.finish()
    const { moment, at } = open.latest()
    const isSeen = moment === 'now' || sent.some(({ warnings }) => warnings.length > 0)
    if (isSeen) return onSent(sent)
    toast(moment === 'at' ? `Scheduled for ${momentText(at, zone)}` : 'Saved as a draft')
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || library) return
    event.preventDefault()
    void send()
  }
  const take = (event: ClipboardEvent | DragEvent, list: FileList | undefined) => {
    if (library || list === undefined || list.length === 0) return
    event.preventDefault()
    files.add([...list])
  }
  const untimed = draft.moment === 'draft' ? 'draft' : 'no time yet'
  const timed = draft.at === '' ? untimed : momentText(draft.at, zone)
  const when = draft.moment === 'now' ? 'now' : timed
  const titled = targets.filter(({ platform }) => platformRules[platform].title !== null)
  const byMail = targets.some(({ platform }) => platform === 'email')
  const toNetworks = targets.length === 0 || targets.some(({ platform }) => platform !== 'email')
  const needed = [
    ...new Set(targets.flatMap(({ platform }) => platformRules[platform].requiredFields)),
  ]
  return (
    <Stack
      gap={0}
      flex={1}
      mih="min(720px, calc(100dvh - 140px))"
      mah="100%"
      onKeyDown={onKeyDown}
      onPaste={(event) => take(event, event.clipboardData.files)}
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => take(event, event.dataTransfer.files)}
    >
      <div className={shared.columns}>
        <div className={shared.fields}>
          {open.restoredAt !== undefined && (
            <Restored
              at={open.restoredAt}
              onStartAfresh={() => {
                const before = open.latest()
                open.startAfresh()
                toast(
                  'Started a new post',
                  withUndo(() => change(before)),
                )
              }}
            />
          )}
          {isChanged && (
            <Conflict
              card={read.card}
              onMine={() => change({ etag: read.etag })}
              onTheirs={() => change(toDraft(read))}
            />
          )}
          <ChannelField
            channels={channels}
            chosen={targets}
            networks={networks}
            done={done}
            onToggle={toggle}
          />
          <FieldProblems problems={problems} field="target" several />
          {byMail && <RecipientsField draft={draft} problems={problems} onChange={edit} />}
          {titled.length > 0 && (
            <div className="plain-group stack">
              <TextInput
                label={byMail && titled.length === 1 ? 'Subject' : 'Title'}
                maxLength={500}
                dir="auto"
                error={problems.some(({ field }) => field === 'title')}
                {...textField(draft.title, (title) => edit({ title }))}
              />
              <FieldProblems problems={problems} field="title" several={several} />
            </div>
          )}
          {needed.map((name) => (
            <div key={name} className="plain-group stack">
              <TextInput
                label={fieldLabels[name] ?? name}
                maxLength={200}
                error={problems.some(({ field }) => field === `fields.${name}`)}
                {...textField(draft.fields[name] ?? '', (value) =>
                  edit(({ fields }) => ({ fields: { ...fields, [name]: value } })),
                )}
              />
              <FieldProblems problems={problems} field={`fields.${name}`} several={several} />
            </div>
          ))}
          <TextField
            draft={draft}
            targets={targets}
            active={active}
            others={others}
            problems={problems}
            onActive={setActive}
            onChange={edit}
          />
          <ThreadField draft={draft} targets={targets} problems={problems} onChange={edit} />
          {progress !== undefined && (
            <p className="quiet" role="status">
              {progress.sentence}. Only the rest is sent. If you change a published part, that part
              and the parts after it are published again.
            </p>
          )}
          {toNetworks && (
            <MediaField
              media={draft.media}
              pending={files.pending}
              targets={targets}
              problems={problems}
              onChange={(media) => edit({ media })}
              onFiles={files.add}
              onLibrary={() => openLibrary(true)}
            />
          )}
          {toNetworks && <AltTextFields media={draft.media} />}
          <LinkField draft={draft} problems={problems} several={several} onChange={edit} />
          {toNetworks && (
            <FirstCommentField
              draft={draft}
              targets={targets}
              problems={problems}
              several={several}
              onChange={edit}
            />
          )}
        </div>
        <section className={`fields ${shared.previews}`} aria-label="Preview">
          {targets.length === 0 && (
            <p className="muted flush">Choose an account to see a preview.</p>
          )}
          {targets.map((target) => (
            <Preview key={target.id} draft={draft} target={target} when={when} />
          ))}
        </section>
      </div>
      <Group
        className="firm"
        component="footer"
        gap={12}
        justify="space-between"
        p="12px var(--gutter)"
        style={{ borderTop: '1px solid var(--line)' }}
      >
        <MomentField draft={draft} zone={zone} problems={problems} onChange={edit} />
        <Group gap="8px 12px" justify="flex-end" flex={1}>
          {attempted && found.length > 0 && (
            <Box
              className="bad"
              component="span"
              p={4}
              fz="xs"
              style={{ overflow: 'hidden' }}
              role="alert"
            >
              {found.length === 1 ? 'One thing needs' : `${found.length} things need`} a change
            </Box>
          )}
          <BusyButton
            loading={sending.isSending}
            disabled={files.pending.some(({ state }) => state.name !== 'failed')}
            title="Ctrl or ⌘ with Enter"
            onClick={() => void send()}
          >
            {files.pending.some(({ state }) => state.name !== 'failed')
              ? 'Waiting for the files'
              : sendLabel(draft, targets, read?.card.status)}
          </BusyButton>
        </Group>
      </Group>
      {library && (
        <LibraryDialog
          taken={draft.media}
          empty="Files that you upload here become public and are added to your library."
          onTake={(urls) => {
            edit(({ media }) => ({ media: [...media, ...urls] }))
            openLibrary(false)
          }}
          onClose={() => openLibrary(false)}
        />
      )}
    </Stack>
  )
}
