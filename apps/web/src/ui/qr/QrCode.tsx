import { useMemo } from 'react'
import { modulesOf, pathOf } from './modules.ts'
import './qr.css'

/** A text as a QR code: dark on white in every scheme, because many readers know nothing else. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const rows = useMemo(() => modulesOf(text), [text])
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here: a picture's address would carry the text
    <svg className="qr" viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={`M0 0h${rows.length}v${rows.length}H0z`} fill="#fff" />
      <path d={pathOf(rows)} fill="#000" />
    </svg>
  )
}
