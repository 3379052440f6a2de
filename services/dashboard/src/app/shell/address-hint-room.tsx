import classes from './shell.module.css'

/** The place of the hint before it is there: the page below does not jump. */
export const AddressHintRoom = () => <div className={`line ${classes.hint}`} aria-busy="true" />
