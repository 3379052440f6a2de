import classes from './assets.module.css'

export const laneLabel = 'New files are'
export const metadataLabel = 'Keep location and camera data'

/** Reserves the lane's space until its controls have loaded, so nothing below moves. */
export const LaneRoom = ({ words }: { readonly words: string }) => (
  <div className={`quiet wrapped ${classes.lane}`} aria-busy="true">
    <span className={classes.unseen}>{laneLabel}</span>
    <span className={classes.laneSelect} />
    <span className={classes.unseen}>{words}</span>
    <span className={`${classes.unseen} ${classes.metadata}`}>{metadataLabel}</span>
  </div>
)
