import type { Interface } from '@steading/contract/devices/interfaces'
import { useState } from 'react'
import { useText } from '../platform/texts.tsx'
import { valueText } from './subject.ts'
import './interfaces.css'

/** The last value with its unit; a change tints it once, a value that is not to be believed is grey. */
export function LastValue({ interface: iface }: { interface: Interface }) {
  const t = useText()
  const { lastConvertedReading: value, unit, stale, good, terminal } = iface
  const [first] = useState(value)
  const looks = ['live-v', (stale || !good || terminal.retired) && 'dim', value !== first && 'changed'].filter(Boolean).join(' ')
  return (
    <b key={String(value)} className={`${looks} num`}>
      {valueText(iface, value, t)}
      {typeof value === 'number' && unit && <span className="unit">{unit}</span>}
    </b>
  )
}
