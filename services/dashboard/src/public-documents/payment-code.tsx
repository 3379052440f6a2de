import { QRCodeSVG } from 'qrcode.react'
import classes from './public-document.module.css'

/** Draws a code that fills in a bank transfer in a banking app. */
export const PaymentCode = ({ text, label }: { text: string; label: string }) => (
  <figure className={classes.code}>
    {/* Cameras need dark modules on a light ground in every theme. */}
    <QRCodeSVG value={text} level="M" size={144} marginSize={4} role="img" title={label} />
    <figcaption className="quiet">{label}</figcaption>
  </figure>
)
