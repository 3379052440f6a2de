import { type ComponentProps, createElement } from 'react'

type Props = ComponentProps<'div'>

/*
 * The parts of a grid with a freer layout than a table allows. The arrow keys move between the
 * cells. The roles tell this to screen readers.
 */
export const Grid = (props: Props) => createElement('div', { role: 'grid', ...props })
export const GridRow = (props: Props) => createElement('div', { role: 'row', ...props })
export const GridCell = (props: Props) => createElement('div', { role: 'gridcell', ...props })
