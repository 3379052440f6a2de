import { ActionIcon, Box, Combobox, Input, UnstyledButton, useCombobox } from '@mantine/core'
import { IconBraces } from '@tabler/icons-react'
import {
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { FieldContext } from '../field-context.ts'
import inspectorClasses from '../inspector.module.css'
import { findChips, findChosenChip, findComparedField } from './chips.ts'
import classes from './expression-field.module.css'
import { writeText } from './expression-view.ts'
import { FieldOptions } from './field-options.tsx'
import { findFields } from './find-fields.ts'
import { FormatMenu } from './format-menu.tsx'
import { optionLabel } from './format-sample.ts'
import { presetFilters, writeExpression } from './formats.ts'
import { findInsertRange, openExpression } from './open-expression.ts'
import { toPreview } from './upstream-fields.ts'
import { useExpressionView } from './use-expression-view.ts'

export interface ExpressionFieldProps {
  readonly label: string
  readonly hidesLabel?: boolean
  readonly help?: ReactNode
  readonly path: string
  readonly value: string
  readonly placeholder?: string | undefined
  readonly isNeeded?: boolean
  readonly long?: boolean
  /** True if people read the text, so that amounts and dates are inserted in words. */
  readonly isProse?: boolean
  /** True if a condition compares the field, so that a fixed value is shown in its words. */
  readonly isCompared?: boolean
  /** True if the parameter is the id of a record. */
  readonly takesId?: boolean
  readonly onChange: (value: string) => void
}

// The search and the text handle Escape themselves, because the list would move the focus. The list
// passes this on to its popover, but its type lacks it.
const ownEscape = { closeOnEscape: false }

/**
 * A text field for expressions. Fields from earlier steps are shown as chips with their name, and a
 * list offers them with the value from the last run.
 */
export function ExpressionField({
  label,
  hidesLabel = false,
  help,
  path,
  value,
  placeholder,
  isNeeded = false,
  long = false,
  isProse = false,
  isCompared = false,
  takesId = false,
  onChange,
}: ExpressionFieldProps) {
  const { upstream, findField, sample, locale, isLocked, problemOf } = use(FieldContext)
  const id = useId()
  const host = useRef<HTMLDivElement>(null)
  const [isCode, setIsCode] = useState(false)
  const [typed, setTyped] = useState('')
  const [isSlash, setIsSlash] = useState(false)
  const [searches, setSearches] = useState(false)
  const [selection, setSelection] = useState({ from: -1, to: -1 })
  const [isFormatting, setIsFormatting] = useState(false)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const { dropdownOpened: isOpen } = combobox
  const groups = findFields(upstream, typed, { takesId, onlyLabels: isSlash })
  const error = problemOf(path)
  const chips = useMemo(() => findChips(value, findField), [value, findField])
  const chosen = isCode || isLocked ? undefined : findChosenChip(chips, selection)

  const selectFirst = useEffectEvent(() => {
    if (!isOpen) return
    // A typed slash may be meant as it is, so Enter inserts no field before a letter follows.
    if (isSlash && !/\p{L}/u.test(typed)) combobox.resetSelectedOption()
    else combobox.selectFirstOption()
  })
  // Fields that arrive late are options, too.
  const offered = groups.flatMap(({ fields }) => fields.map(({ expression }) => expression)).join()
  useEffect(() => selectFirst(), [isOpen, typed, isSlash, offered])

  const close = () => {
    combobox.closeDropdown()
    setSearches(false)
  }
  const whileOpen = (act: () => void) => () => {
    if (!isOpen || searches || groups.length === 0) return false
    act()
    return true
  }
  const insertSelected = () => {
    if (combobox.getSelectedOptionIndex() === -1) return false
    return whileOpen(() => combobox.clickSelectedOption())()
  }
  const view = useExpressionView(host, {
    value,
    findField: isCode ? undefined : findField,
    isLocked,
    placeholder,
    attributes: {
      role: 'textbox',
      'aria-multiline': 'true',
      spellcheck: String(long),
      ...(hidesLabel ? { 'aria-label': label } : { 'aria-labelledby': `${id}-label` }),
      ...(help === undefined ? {} : { 'aria-describedby': `${id}-help` }),
      ...(error === undefined ? {} : { 'aria-invalid': 'true' }),
      ...(isNeeded ? { 'aria-required': 'true' } : {}),
      ...(isLocked ? { 'aria-disabled': 'true' } : {}),
    },
    keys: [
      { key: 'ArrowDown', run: whileOpen(() => combobox.selectNextOption()) },
      { key: 'ArrowUp', run: whileOpen(() => combobox.selectPreviousOption()) },
      { key: 'Enter', run: insertSelected },
      { key: 'Escape', run: whileOpen(close) },
    ],
    onChange,
    onSelect: ({ state }, isTyped) => {
      const { main } = state.selection
      setSelection({ from: main.from, to: main.to })
      const open = main.empty ? openExpression(state.doc.toString(), main.head) : undefined
      if (open === undefined) {
        if (!searches) close()
      } else if (isTyped || isOpen) {
        setTyped(open.typed)
        setIsSlash(open.isSlash)
        setSearches(false)
        combobox.openDropdown()
      }
    },
    onChip: () => setIsFormatting(true),
    onBlur: () => {
      if (!searches) close()
    },
  })
  const insert = (expression: string) => {
    if (view === undefined) return
    const { from, to } = view.state.selection.main
    const range = findInsertRange(view.state.doc.toString(), { from, to })
    close()
    const field = upstream.find((each) => each.expression === expression)
    const filters = isProse && field !== undefined ? presetFilters(field, locale) : ''
    writeText(view, range, writeExpression(expression, { filters, ifEmpty: undefined }))
    view.focus()
  }
  // Without the focus in a field, the next keys would change the drawing.
  const returnToText = () => {
    close()
    if (searches) view?.focus()
  }
  const opener = upstream.length > 0 && !isLocked && (
    <Opener
      label={label}
      isIcon={hidesLabel}
      onOpen={() => {
        setTyped('')
        setIsSlash(false)
        setSearches(true)
        combobox.openDropdown()
        requestAnimationFrame(() => combobox.focusSearchInput())
      }}
    />
  )
  const resolved = chips.length > 0 ? toPreview(value, sample?.scope) : undefined
  const options = isCompared ? findComparedField(value, findField)?.options : undefined
  const preview = optionLabel(resolved, options) ?? resolved
  return (
    <Combobox
      {...ownEscape}
      store={combobox}
      onOptionSubmit={insert}
      withinPortal
      position="bottom-start"
      onClose={returnToText}
    >
      <div>
        <Input.Wrapper error={error} errorProps={{ id: `${id}-error` }}>
          {!hidesLabel && (
            <div className={classes.head}>
              <Input.Label
                labelElement="div"
                id={`${id}-label`}
                required={isNeeded}
                onClick={() => view?.focus()}
              >
                {label}
              </Input.Label>
              {opener}
            </div>
          )}
          {help !== undefined && (
            <Input.Description id={`${id}-help`} className={classes.help ?? ''}>
              {help}
            </Input.Description>
          )}
          <Combobox.DropdownTarget>
            <Box pos="relative">
              <Input
                component="div"
                multiline
                ref={host}
                classNames={{ input: classes.text }}
                disabled={isLocked}
                error={error !== undefined}
                data-long={long || undefined}
                data-with-button={(hidesLabel && opener !== false) || undefined}
              />
              {hidesLabel && opener}
            </Box>
          </Combobox.DropdownTarget>
        </Input.Wrapper>
        {chips.length > 0 && (
          <div className={classes.tools}>
            {chosen !== undefined && view !== undefined && (
              <FormatMenu
                chip={chosen}
                scope={sample?.scope}
                isOpen={isFormatting}
                onOpen={setIsFormatting}
                onChange={(text) => writeText(view, chosen, text)}
              />
            )}
            <UnstyledButton
              className={inspectorClasses.quietButton}
              aria-pressed={isCode}
              onClick={() => setIsCode(!isCode)}
            >
              {isCode ? 'Show names' : 'Show code'}
            </UnstyledButton>
          </div>
        )}
        {preview !== undefined && (
          <Box className="fine" component="p" mah={40} mt={4} style={{ overflow: 'hidden' }}>
            {sample?.isReal === true ? 'Last time: ' : 'For example: '}
            <bdi>{preview === '' ? 'empty' : preview}</bdi>
          </Box>
        )}
      </div>
      <Combobox.Dropdown hidden={groups.length === 0 && !searches}>
        {searches ? (
          <div role="dialog" aria-label={`Insert a field into ${label}`}>
            <Combobox.Search
              value={typed}
              placeholder="Search the fields"
              aria-label="Search the fields"
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              onBlur={close}
              onKeyDown={({ key }) => {
                if (key === 'Escape') returnToText()
              }}
            />
            <FieldOptions groups={groups} />
          </div>
        ) : (
          <FieldOptions groups={groups} />
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}

function Opener({ label, isIcon, onOpen }: { label: string; isIcon: boolean; onOpen: () => void }) {
  const name = `Insert a field into ${label}`
  if (isIcon)
    return (
      <ActionIcon size="sm" pos="absolute" top={6} right={4} aria-label={name} onClick={onOpen}>
        <IconBraces size={14} />
      </ActionIcon>
    )
  return (
    <UnstyledButton className={inspectorClasses.quietButton} aria-label={name} onClick={onOpen}>
      Insert a field
    </UnstyledButton>
  )
}
