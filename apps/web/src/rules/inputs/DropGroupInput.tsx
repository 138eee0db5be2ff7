import { LinesInput } from '../lines/LinesInput.tsx'
import { InterfacesInput } from './InterfacesInput.tsx'
import type { InputProps } from './props.ts'

/** Sensors or devices; where each has entries of its own, conditions. */
export const DropGroupInput = (props: InputProps) =>
  props.input.inputs ? <LinesInput {...props} /> : <InterfacesInput {...props} />
