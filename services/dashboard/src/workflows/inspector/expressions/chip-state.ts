import { EditorState, Facet, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view'
import { type Chip, type FieldFinder, findChips } from './chips.ts'
import classes from './expression-field.module.css'

/** Finds the fields of the chips. Undefined shows the code instead. */
export const fieldFinder = Facet.define<FieldFinder | undefined, FieldFinder | undefined>({
  combine: ([first]) => first,
})

class ChipWidget extends WidgetType {
  readonly #label: string
  readonly #code: string

  constructor(label: string, code: string) {
    super()
    this.#label = label
    this.#code = code
  }

  override eq(other: ChipWidget): boolean {
    return other.#label === this.#label && other.#code === this.#code
  }

  override toDOM(): HTMLElement {
    const chip = document.createElement('span')
    chip.className = classes['chip'] ?? ''
    chip.dataset['chip'] = ''
    chip.title = this.#code
    chip.textContent = this.#label
    return chip
  }

  override ignoreEvent(): boolean {
    return false
  }
}

interface DrawnChips {
  readonly chips: readonly Chip[]
  readonly drawn: DecorationSet
}

function drawChips(state: EditorState): DrawnChips {
  const findField = state.facet(fieldFinder)
  if (findField === undefined) return { chips: [], drawn: Decoration.none }
  const text = state.doc.toString()
  const chips = findChips(text, findField)
  const ranges = chips.map(({ from, to, label }) =>
    Decoration.replace({ widget: new ChipWidget(label, text.slice(from, to)) }).range(from, to),
  )
  return { chips, drawn: Decoration.set(ranges) }
}

const chipField = StateField.define<DrawnChips>({
  create: drawChips,
  update: (value, transaction) =>
    transaction.docChanged || transaction.reconfigured ? drawChips(transaction.state) : value,
  provide: (field) => [
    EditorView.decorations.from(field, ({ drawn }) => drawn),
    // The caret moves around a chip, and a chip is deleted as one unit.
    EditorView.atomicRanges.of((view) => view.state.field(field).drawn),
  ],
})

export const readChips = (state: EditorState): readonly Chip[] => state.field(chipField).chips

/** Shows the expressions of a text as chips. The text itself is always the code. */
export const chipExtensions = [
  // Other line ends stay in the text, so that opening it changes nothing.
  EditorState.lineSeparator.of('\n'),
  chipField,
]
