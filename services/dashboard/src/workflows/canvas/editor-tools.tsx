import { ActionIcon, Box, Button, Popover, Switch, Tooltip, VisuallyHidden } from '@mantine/core'
import {
  type Icon,
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconFlask,
  IconHistory,
  IconHourglass,
  IconLayoutDistributeHorizontal,
  IconLifebuoy,
  IconLink,
  IconNote,
  IconPlayerPlay,
  IconPlus,
  IconTrash,
  IconVersions,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { apple } from '../../platform/page-facts.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { useActivationQuestion } from '../activation-question.tsx'
import { estimateWords } from '../runs/estimate-words.ts'
import { estimateQuery } from '../runs/run-queries.ts'
import type { CanvasPanel } from '../workflows-search.ts'
import type { Chosen } from './canvas.tsx'
import classes from './editor.module.css'
import type { PanelProps } from './panel.tsx'
import panels from './panels.module.css'
import type { Editor } from './saving/use-editor.ts'
import type { Stored } from './saving/use-stored.ts'
import type { CanvasKeys } from './use-edits.ts'
import { Tool } from './zoom-tools.tsx'

const mod = apple ? '⌘' : 'Ctrl+'

export function EditorActions({
  id,
  active,
  problems,
  isLocked,
  editor,
  stored,
  waiting,
  onNode,
  onRun,
  onPanel,
}: Pick<PanelProps, 'id' | 'problems' | 'onNode'> & {
  active: boolean
  isLocked: boolean
  editor: Editor
  stored: Stored
  /** How many items a step refused. */
  waiting: number
  onRun: () => void
  onPanel: (panel: CanvasPanel) => void
}) {
  const { data: estimate } = useQuery(estimateQuery(id))
  const credits = estimate && estimateWords(estimate)
  const { ask, question } = useActivationQuestion(id)
  const activate = async (on: boolean) => {
    // Store the graph first, because the warnings are about the graph to activate.
    if (on && !(await stored.store())) return
    if (on) await ask(() => void switchTo(true))
    else await switchTo(false)
  }
  const switchTo = async (on: boolean) => {
    if (await stored.store({ active: on })) {
      toast(on ? 'The workflow is active' : 'The workflow is off', {
        action: { label: 'Undo', run: () => void stored.store({ active: !on }) },
      })
    }
  }
  return (
    <>
      {question}
      {problems.length > 0 && editor.drawing.graph.nodes.length > 0 && (
        <Popover position="bottom-end" width={320} shadow="md">
          <Popover.Target>
            <Button variant="subtle" color="gray" visibleFrom="sm" className="warn firm">
              <IconAlertTriangle size={16} aria-hidden />
              &nbsp;{problems.length}
              <VisuallyHidden>
                {problems.length === 1 ? ' thing missing' : ' things missing'}
              </VisuallyHidden>
            </Button>
          </Popover.Target>
          <Popover.Dropdown>
            <ul className="plain-list column">
              {problems.slice(0, 50).map(({ node, message }, at) => (
                // Two nodes may have the same problem, so the index is the key.
                <li key={at}>
                  <button
                    type="button"
                    className={panels.run}
                    disabled={node === undefined}
                    onClick={() => node !== undefined && onNode(node)}
                  >
                    {message}
                  </button>
                </li>
              ))}
            </ul>
          </Popover.Dropdown>
        </Popover>
      )}
      <Switch
        label="Active"
        className={classes.active ?? ''}
        checked={active}
        aria-disabled={stored.isStoring}
        onChange={(event) => !stored.isStoring && void activate(event.currentTarget.checked)}
      />
      <PanelButton label="Runs" icon={IconHistory} onOpen={() => onPanel('runs')} />
      {waiting > 0 && (
        <PanelButton label="Waiting items" icon={IconHourglass} onOpen={() => onPanel('waiting')} />
      )}
      <PanelButton
        label="If it fails"
        icon={IconLifebuoy}
        isWideOnly
        onOpen={() => onPanel('failure')}
      />
      <PanelButton
        label="Versions"
        icon={IconVersions}
        isWideOnly
        onOpen={() => onPanel('versions')}
      />
      <Button
        variant="default"
        visibleFrom="sm"
        leftSection={<IconFlask size={14} aria-hidden />}
        onClick={() => onPanel('try')}
      >
        Try it
      </Button>
      <Tooltip label={credits} disabled={credits === undefined} multiline maw={280}>
        <BusyButton
          variant="default"
          className="firm"
          aria-label="Run"
          loading={stored.isStarting}
          onClick={onRun}
        >
          <IconPlayerPlay size={14} aria-hidden />
          <span className="wide-only" style={{ marginLeft: 8 }}>
            Run
          </span>
        </BusyButton>
      </Tooltip>
      <BusyButton
        className="firm"
        disabled={!editor.isDirty}
        loading={stored.isStoring}
        {...(isLocked && !editor.isDirty ? { display: 'none' } : {})}
        onClick={() => void stored.store()}
      >
        {editor.isDirty ? 'Save' : 'Saved'}
      </BusyButton>
    </>
  )
}

interface PanelButtonProps {
  readonly label: string
  readonly icon: Icon
  /** True if the button is left out on a phone. */
  readonly isWideOnly?: boolean
  readonly onOpen: () => void
}

const PanelButton = ({ label, icon: Glyph, isWideOnly = false, onOpen }: PanelButtonProps) => (
  <Tooltip label={label} withinPortal={false}>
    <ActionIcon aria-label={label} {...(isWideOnly && { visibleFrom: 'sm' })} onClick={onOpen}>
      <Glyph size={18} aria-hidden />
    </ActionIcon>
  </Tooltip>
)

interface EditorToolsProps {
  readonly keys: CanvasKeys
  readonly editor: Editor
  readonly chosen: Chosen
}

export const EditorTools = ({ keys, editor, chosen }: EditorToolsProps) => (
  <div className={`wrapped ${classes.tools}`} role="toolbar" aria-label="Tools of the canvas">
    <Tooltip label="Add a step (/)">
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={keys.add}
      >
        Add a step
      </Button>
    </Tooltip>
    <Box component="span" w={1} h={20} m="0 6px" bg="var(--line)" />
    <Tool
      label="Undo"
      keys={`${mod}Z`}
      icon={IconArrowBackUp}
      disabled={!editor.canUndo}
      onClick={keys.undo}
    />
    <Tool
      label="Redo"
      keys={`Shift+${mod}Z`}
      icon={IconArrowForwardUp}
      disabled={!editor.canRedo}
      onClick={keys.redo}
    />
    <Box component="span" w={1} h={20} m="0 6px" bg="var(--line)" />
    <Tool
      label="Connect"
      keys="L"
      icon={IconLink}
      disabled={chosen.nodes.size !== 1}
      onClick={keys.connect}
    />
    <Tool
      label="Remove"
      keys="Delete"
      icon={IconTrash}
      disabled={chosen.nodes.size + chosen.edges.size === 0}
      onClick={keys.remove}
    />
    <Tool label="Add a note" keys="N" icon={IconNote} onClick={keys.note} />
    <Tool label="Arrange" keys="T" icon={IconLayoutDistributeHorizontal} onClick={keys.arrange} />
  </div>
)
